export const shout = (text: string) => text.toUpperCase()

export const whisper = (text: string) => `nobody asks for ${text}`
