/** What the page of a hosted surface says by itself, in the languages widgets speak. */
import type { HostedModule } from "../Api.ts"

export interface PageWords {
  readonly welcome: string
  readonly code: string
  readonly enter: string
  readonly scan: string
  readonly leave: string
  readonly support: string
  readonly legal: string
  readonly script: string
  readonly hello: string
  readonly wrong: string
  readonly often: string
  readonly hatching: string
  readonly archived: string
  readonly offline: string
  readonly tabs: Readonly<Record<HostedModule, string>>
}

const tabs = (buddy: string, path: string, marketplace: string, leaderboard: string) => ({
  buddy,
  path,
  marketplace,
  leaderboard
})

const english: PageWords = {
  welcome: "Welcome to {name}",
  code: "Your code",
  enter: "Come in",
  scan: "Got a card? Scan its QR code with your camera.",
  leave: "Leave",
  support: "Help",
  legal: "Legal notice",
  script: "To come in, this page needs JavaScript.",
  hello: "Hello, {name}!",
  wrong: "This code does not work. Check it and try again.",
  often: "Too many tries. Wait a while, then try again.",
  hatching: "Your egg is still hatching. You come in as soon as it has.",
  archived: "Your buddy has gone to rest. Ask whoever gave you the code.",
  offline: "That did not work. Check your connection and try again.",
  tabs: tabs("Buddy", "Path", "Shop", "Ranking")
}

export const pageWords: Readonly<Record<string, PageWords>> & { readonly en: PageWords } = {
  en: english,
  de: {
    welcome: "Willkommen bei {name}",
    code: "Dein Code",
    enter: "Hereinkommen",
    scan: "Du hast eine Karte? Scanne ihren QR-Code mit der Kamera.",
    leave: "Verlassen",
    support: "Hilfe",
    legal: "Impressum",
    script: "Zum Hereinkommen braucht diese Seite JavaScript.",
    hello: "Hallo, {name}!",
    wrong: "Dieser Code funktioniert nicht. Prüfe ihn und versuche es noch einmal.",
    often: "Zu viele Versuche. Warte eine Weile und versuche es dann noch einmal.",
    hatching: "Dein Ei schlüpft noch. Sobald es so weit ist, kommst du herein.",
    archived: "Dein Buddy ist im Ruhestand. Frag nach, wo du den Code bekommen hast.",
    offline: "Das hat nicht geklappt. Prüfe deine Verbindung und versuche es noch einmal.",
    tabs: tabs("Buddy", "Weg", "Laden", "Rangliste")
  },
  fr: {
    welcome: "Bienvenue chez {name}",
    code: "Ton code",
    enter: "Entrer",
    scan: "Tu as une carte ? Scanne son QR code avec l’appareil photo.",
    leave: "Quitter",
    support: "Aide",
    legal: "Mentions légales",
    script: "Pour entrer, cette page a besoin de JavaScript.",
    hello: "Bonjour, {name} !",
    wrong: "Ce code ne fonctionne pas. Vérifie-le et réessaie.",
    often: "Trop d’essais. Attends un peu, puis réessaie.",
    hatching: "Ton œuf est en train d’éclore. Tu entreras dès que ce sera fait.",
    archived: "Ton compagnon a pris sa retraite. Demande à la personne qui t’a donné le code.",
    offline: "Ça n’a pas marché. Vérifie ta connexion et réessaie.",
    tabs: tabs("Compagnon", "Parcours", "Boutique", "Classement")
  },
  es: {
    welcome: "Te damos la bienvenida a {name}",
    code: "Tu código",
    enter: "Entrar",
    scan: "¿Tienes una tarjeta? Escanea su código QR con la cámara.",
    leave: "Salir",
    support: "Ayuda",
    legal: "Aviso legal",
    script: "Para entrar, esta página necesita JavaScript.",
    hello: "¡Hola, {name}!",
    wrong: "Este código no funciona. Compruébalo e inténtalo de nuevo.",
    often: "Demasiados intentos. Espera un rato e inténtalo de nuevo.",
    hatching: "Tu huevo aún está eclosionando. Entrarás en cuanto termine.",
    archived: "Tu compañero se ha retirado. Pregunta a quien te dio el código.",
    offline: "No ha funcionado. Comprueba tu conexión e inténtalo de nuevo.",
    tabs: tabs("Compañero", "Camino", "Tienda", "Clasificación")
  },
  pt: {
    welcome: "Boas-vindas a {name}",
    code: "Seu código",
    enter: "Entrar",
    scan: "Tem um cartão? Leia o código QR com a câmera.",
    leave: "Sair",
    support: "Ajuda",
    legal: "Aviso legal",
    script: "Para entrar, esta página precisa de JavaScript.",
    hello: "Olá, {name}!",
    wrong: "Este código não funciona. Confira e tente de novo.",
    often: "Tentativas demais. Espere um pouco e tente de novo.",
    hatching: "Seu ovo ainda está chocando. Você entra assim que terminar.",
    archived: "Seu companheiro se aposentou. Fale com quem lhe deu o código.",
    offline: "Não deu certo. Confira sua conexão e tente de novo.",
    tabs: tabs("Companheiro", "Caminho", "Loja", "Ranking")
  },
  ja: {
    welcome: "{name}へようこそ",
    code: "あなたのコード",
    enter: "入る",
    scan: "カードをお持ちですか？カメラでQRコードを読み取ってください。",
    leave: "出る",
    support: "ヘルプ",
    legal: "法的表示",
    script: "入るにはJavaScriptが必要です。",
    hello: "こんにちは、{name}さん！",
    wrong: "このコードは使えません。確認してもう一度お試しください。",
    often: "試行回数が多すぎます。しばらくしてからもう一度お試しください。",
    hatching: "たまごはまだふ化中です。ふ化するとそのまま入れます。",
    archived: "バディは引退しました。コードをくれた人に聞いてください。",
    offline: "うまくいきませんでした。接続を確認してもう一度お試しください。",
    tabs: tabs("バディ", "コース", "ショップ", "ランキング")
  },
  ar: {
    welcome: "مرحبًا بك في {name}",
    code: "رمزك",
    enter: "ادخل",
    scan: "لديك بطاقة؟ امسح رمز QR بالكاميرا.",
    leave: "خروج",
    support: "مساعدة",
    legal: "إشعار قانوني",
    script: "للدخول تحتاج هذه الصفحة إلى JavaScript.",
    hello: "مرحبًا، {name}!",
    wrong: "هذا الرمز لا يعمل. تحقّق منه وحاول مرة أخرى.",
    often: "محاولات كثيرة جدًا. انتظر قليلًا ثم حاول مرة أخرى.",
    hatching: "بيضتك ما زالت تفقس. ستدخل فور انتهائها.",
    archived: "رفيقك تقاعد. اسأل من أعطاك الرمز.",
    offline: "لم ينجح ذلك. تحقّق من اتصالك وحاول مرة أخرى.",
    tabs: tabs("الرفيق", "المسار", "المتجر", "الترتيب")
  },
  he: {
    welcome: "ברוכים הבאים אל {name}",
    code: "הקוד שלך",
    enter: "להיכנס",
    scan: "יש לך כרטיס? סרקו את קוד ה־QR במצלמה.",
    leave: "יציאה",
    support: "עזרה",
    legal: "הודעה משפטית",
    script: "כדי להיכנס, הדף הזה צריך JavaScript.",
    hello: "שלום, {name}!",
    wrong: "הקוד הזה לא עובד. בדקו אותו ונסו שוב.",
    often: "יותר מדי ניסיונות. חכו קצת ונסו שוב.",
    hatching: "הביצה שלך עדיין בוקעת. הכניסה תיפתח מיד כשתסיים.",
    archived: "החבר שלך פרש. אפשר לשאול את מי שנתן לך את הקוד.",
    offline: "זה לא הצליח. בדקו את החיבור ונסו שוב.",
    tabs: tabs("חבר", "מסלול", "חנות", "דירוג")
  }
}

export const filled = (words: string, name: string): string => words.replace("{name}", () => name)
