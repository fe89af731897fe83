/** Whether a text holds no characters but ASCII that is printed and the usual white space. */
export const plainAscii: RegExp = /^[\t\n\r -~]*$/
