/** What is said where people register and sign in. */
export const account = {
  email: "E-mail",
  password: "Password",
  passwordRule: "10 to 256 characters",
  showPassword: "Show the password",
  company: "Company or product",
  companyMissing: "Enter the name of your company or product.",
  name: "Your name (optional)",
  register: {
    title: "Create your workspace",
    intro: "From a first rule to a widget that moves, in about five minutes. No card needed.",
    send: "Create workspace",
    have: "You have one already?",
    signIn: "Sign in",
    referred: "You come by an invitation. You both get credits once you subscribe."
  },
  login: {
    title: "Sign in",
    intro: "Good to see you again.",
    send: "Sign in",
    forgot: "Forgot your password?",
    none: "No workspace yet?",
    register: "Create one",
    sso: "Continue with your company's sign-in"
  },
  again: {
    title: "Sign in to go on",
    intro: "Your session has ended. Nothing you typed is lost: what you were doing goes on once you are signed in.",
    leave: "Leave the console"
  },
  forgot: {
    title: "Reset your password",
    intro: "We send a link to your address. It works once, for one hour.",
    send: "Send link",
    done: "If there is an account with this address, the link is on its way.",
    back: "Back to sign-in"
  },
  errors: {
    invalid_credentials: "Address and password do not match.",
    unauthorized: "Address and password do not match.",
    email_taken: "There is an account with this address already. Sign in instead.",
    sso_required: "Your company wants you to use its sign-in.",
    rate_limited: "Too many tries. Wait a minute and try again."
  } as Readonly<Record<string, string>>,
  pitch: {
    title: "Progress people come back for.",
    points: [
      "Rules you can read, try and publish without a deploy",
      "Every coin explained: which rule paid, and which one did not",
      "Widgets that need one line of HTML"
    ]
  }
}
