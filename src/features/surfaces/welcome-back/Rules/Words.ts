/** What the page says to whoever comes back, in the languages widgets speak; the browser says which. */

export interface WelcomeWords {
  readonly title: string
  readonly wait: string
  readonly missed: string
  readonly hello: string
  readonly away: string
  readonly streak: string
  readonly restore: string
  readonly badges: string
  readonly items: string
  readonly champion: string
  readonly go: string
  readonly gone: string
  readonly gone_hint: string
  readonly offline: string
  readonly again: string
}

export const welcomeWords: Readonly<Record<string, WelcomeWords>> & { readonly en: WelcomeWords } = {
  en: {
    title: "Welcome back",
    wait: "One moment, somebody is waking up …",
    missed: "{name} has missed you!",
    hello: "{name} is happy to see you!",
    away: "Days away",
    streak: "Longest streak",
    restore: "Your streak can still be saved until {date}.",
    badges: "New badges",
    items: "New items",
    champion: "Number {rank} in {tier}, {season}",
    go: "Back to {tenant}",
    gone: "This link has had its time",
    gone_hint: "It does not open anything any more. Your buddy is where you left it.",
    offline: "That did not work. Check your connection and try again.",
    again: "Try again"
  },
  de: {
    title: "Willkommen zurück",
    wait: "Einen Moment, da wacht jemand auf …",
    missed: "{name} hat dich vermisst!",
    hello: "{name} freut sich, dich zu sehen!",
    away: "Tage weg",
    streak: "Längste Serie",
    restore: "Deine Serie ist noch bis {date} zu retten.",
    badges: "Neue Abzeichen",
    items: "Neue Gegenstände",
    champion: "Platz {rank} in {tier}, {season}",
    go: "Zurück zu {tenant}",
    gone: "Dieser Link hat ausgedient",
    gone_hint: "Er öffnet nichts mehr. Dein Buddy ist, wo du ihn verlassen hast.",
    offline: "Das hat nicht geklappt. Prüfe deine Verbindung und versuche es noch einmal.",
    again: "Noch einmal"
  },
  fr: {
    title: "Content de te revoir",
    wait: "Un instant, quelqu’un se réveille…",
    missed: "Tu as manqué à {name} !",
    hello: "{name} est content de te voir !",
    away: "Jours d’absence",
    streak: "Plus longue série",
    restore: "Ta série peut encore être sauvée jusqu’au {date}.",
    badges: "Nouveaux badges",
    items: "Nouveaux objets",
    champion: "Numéro {rank} en {tier}, {season}",
    go: "Retour à {tenant}",
    gone: "Ce lien a fait son temps",
    gone_hint: "Il n’ouvre plus rien. Ton compagnon est là où tu l’as laissé.",
    offline: "Ça n’a pas marché. Vérifie ta connexion et réessaie.",
    again: "Réessayer"
  },
  es: {
    title: "Qué bien que hayas vuelto",
    wait: "Un momento, alguien se está despertando…",
    missed: "¡{name} te ha echado de menos!",
    hello: "¡{name} se alegra de verte!",
    away: "Días fuera",
    streak: "Racha más larga",
    restore: "Aún puedes salvar tu racha hasta el {date}.",
    badges: "Insignias nuevas",
    items: "Objetos nuevos",
    champion: "Número {rank} en {tier}, {season}",
    go: "Volver a {tenant}",
    gone: "Este enlace ya cumplió su tiempo",
    gone_hint: "Ya no abre nada. Tu compañero está donde lo dejaste.",
    offline: "No ha funcionado. Comprueba tu conexión e inténtalo de nuevo.",
    again: "Intentar de nuevo"
  },
  pt: {
    title: "Que bom ver você de volta",
    wait: "Um momento, alguém está acordando…",
    missed: "{name} sentiu sua falta!",
    hello: "{name} está feliz em ver você!",
    away: "Dias fora",
    streak: "Maior sequência",
    restore: "Sua sequência ainda pode ser salva até {date}.",
    badges: "Novas insígnias",
    items: "Novos itens",
    champion: "Número {rank} em {tier}, {season}",
    go: "Voltar para {tenant}",
    gone: "Este link já cumpriu seu tempo",
    gone_hint: "Ele não abre mais nada. Seu companheiro está onde você o deixou.",
    offline: "Não deu certo. Confira sua conexão e tente de novo.",
    again: "Tentar de novo"
  },
  ja: {
    title: "おかえりなさい",
    wait: "少々お待ちください。目を覚ましているところです…",
    missed: "{name}がずっと待っていました！",
    hello: "{name}がまた会えて喜んでいます！",
    away: "離れていた日数",
    streak: "最長連続記録",
    restore: "{date}までなら連続記録を取り戻せます。",
    badges: "新しいバッジ",
    items: "新しいアイテム",
    champion: "{season}・{tier} {rank}位",
    go: "{tenant}に戻る",
    gone: "このリンクは役目を終えました",
    gone_hint: "もう何も開きません。バディは前と同じ場所にいます。",
    offline: "うまくいきませんでした。接続を確認してもう一度お試しください。",
    again: "もう一度試す"
  },
  ar: {
    title: "أهلًا بعودتك",
    wait: "لحظة، هناك من يستيقظ…",
    missed: "لقد اشتاق إليك {name}!",
    hello: "{name} سعيد برؤيتك!",
    away: "أيام الغياب",
    streak: "أطول سلسلة",
    restore: "ما زال بإمكانك إنقاذ سلسلتك حتى {date}.",
    badges: "شارات جديدة",
    items: "عناصر جديدة",
    champion: "المركز {rank} في {tier}، {season}",
    go: "العودة إلى {tenant}",
    gone: "انتهت مدة هذا الرابط",
    gone_hint: "لم يعد يفتح شيئًا. رفيقك حيث تركته.",
    offline: "لم ينجح ذلك. تحقّق من اتصالك وحاول مرة أخرى.",
    again: "حاول مرة أخرى"
  },
  he: {
    title: "ברוכים השבים",
    wait: "רגע אחד, מישהו מתעורר…",
    missed: "{name} התגעגע אליך!",
    hello: "{name} שמח לראות אותך!",
    away: "ימים בחוץ",
    streak: "הרצף הארוך ביותר",
    restore: "אפשר עוד להציל את הרצף שלך עד {date}.",
    badges: "תגים חדשים",
    items: "פריטים חדשים",
    champion: "מקום {rank} ב־{tier}, {season}",
    go: "חזרה אל {tenant}",
    gone: "הקישור הזה סיים את תפקידו",
    gone_hint: "הוא כבר לא פותח דבר. החבר שלך נמצא היכן שהשארת אותו.",
    offline: "זה לא הצליח. בדקו את החיבור ונסו שוב.",
    again: "לנסות שוב"
  }
}
