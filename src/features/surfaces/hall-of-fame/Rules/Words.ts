/** What halls of fame say, in the languages widgets speak. */

export interface HallWords {
  readonly hall: string
  readonly halls: string
  readonly intro: string
  readonly closed: string
  readonly waiting: string
  readonly champion: string
  readonly hidden: string
  readonly nobody: string
  readonly players: string
  readonly points: string
  readonly seasons: string
  readonly newer: string
  readonly older: string
}

export const hallWords: Readonly<Record<string, HallWords>> & { readonly en: HallWords } = {
  en: {
    hall: "Hall of fame",
    halls: "All halls of fame",
    intro: "The champions of every season, and where they were crowned.",
    closed: "No hall is open at the moment.",
    waiting: "No season is over yet. The first champions are still playing.",
    champion: "Champion",
    hidden: "Someone who stays unnamed",
    nobody: "Nobody played",
    players: "Players",
    points: "points",
    seasons: "All seasons",
    newer: "Newer",
    older: "Older"
  },
  de: {
    hall: "Ruhmeshalle",
    halls: "Alle Ruhmeshallen",
    intro: "Die Champions aller Saisons und wo sie gekrönt wurden.",
    closed: "Im Moment ist keine Halle geöffnet.",
    waiting: "Noch ist keine Saison vorbei. Die ersten Champions spielen noch.",
    champion: "Champion",
    hidden: "Jemand, der ungenannt bleibt",
    nobody: "Niemand hat gespielt",
    players: "Mitspielende",
    points: "Punkte",
    seasons: "Alle Saisons",
    newer: "Neuere",
    older: "Ältere"
  },
  fr: {
    hall: "Temple de la renommée",
    halls: "Tous les temples",
    intro: "Les champions de chaque saison, et où ils ont été couronnés.",
    closed: "Aucun temple n’est ouvert pour le moment.",
    waiting: "Aucune saison n’est encore terminée. Les premiers champions jouent encore.",
    champion: "Champion",
    hidden: "Quelqu’un qui reste anonyme",
    nobody: "Personne n’a joué",
    players: "Participants",
    points: "points",
    seasons: "Toutes les saisons",
    newer: "Plus récentes",
    older: "Plus anciennes"
  },
  es: {
    hall: "Salón de la fama",
    halls: "Todos los salones",
    intro: "Los campeones de cada temporada y dónde fueron coronados.",
    closed: "Ningún salón está abierto en este momento.",
    waiting: "Aún no ha terminado ninguna temporada. Los primeros campeones siguen jugando.",
    champion: "Campeón",
    hidden: "Alguien que prefiere el anonimato",
    nobody: "Nadie jugó",
    players: "Participantes",
    points: "puntos",
    seasons: "Todas las temporadas",
    newer: "Más recientes",
    older: "Más antiguas"
  },
  pt: {
    hall: "Hall da fama",
    halls: "Todos os halls da fama",
    intro: "Os campeões de cada temporada e onde foram coroados.",
    closed: "Nenhum hall está aberto no momento.",
    waiting: "Nenhuma temporada terminou ainda. Os primeiros campeões ainda estão jogando.",
    champion: "Campeão",
    hidden: "Alguém que prefere o anonimato",
    nobody: "Ninguém jogou",
    players: "Participantes",
    points: "pontos",
    seasons: "Todas as temporadas",
    newer: "Mais recentes",
    older: "Mais antigas"
  },
  ja: {
    hall: "殿堂",
    halls: "すべての殿堂",
    intro: "各シーズンのチャンピオンと、その栄冠の舞台。",
    closed: "現在公開されている殿堂はありません。",
    waiting: "終了したシーズンはまだありません。最初のチャンピオンはまだプレイ中です。",
    champion: "チャンピオン",
    hidden: "名前を伏せた方",
    nobody: "参加者はいませんでした",
    players: "参加者",
    points: "ポイント",
    seasons: "すべてのシーズン",
    newer: "新しい順へ",
    older: "古い順へ"
  },
  ar: {
    hall: "قاعة المشاهير",
    halls: "كل قاعات المشاهير",
    intro: "أبطال كل موسم، وأين تُوِّجوا.",
    closed: "لا توجد قاعة مفتوحة حاليًا.",
    waiting: "لم ينتهِ أي موسم بعد. الأبطال الأوائل ما زالوا يلعبون.",
    champion: "البطل",
    hidden: "شخص فضّل عدم ذكر اسمه",
    nobody: "لم يلعب أحد",
    players: "المشاركون",
    points: "نقطة",
    seasons: "كل المواسم",
    newer: "الأحدث",
    older: "الأقدم"
  },
  he: {
    hall: "היכל התהילה",
    halls: "כל היכלי התהילה",
    intro: "אלופי כל העונות, והמקום שבו הוכתרו.",
    closed: "אין כרגע היכל פתוח.",
    waiting: "עדיין לא הסתיימה אף עונה. האלופים הראשונים עוד משחקים.",
    champion: "אלוף",
    hidden: "מי שמעדיף להישאר בעילום שם",
    nobody: "איש לא שיחק",
    players: "משתתפים",
    points: "נקודות",
    seasons: "כל העונות",
    newer: "חדשות יותר",
    older: "ישנות יותר"
  }
}
