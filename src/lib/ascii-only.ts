/** Whether a text holds no other characters: most do, and have shorter ways through what reads text. */
export const asciiOnly: RegExp = /^[\0-\x7f]*$/
