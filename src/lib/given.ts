/** Without what is undefined: an option that is left out and one that is undefined are the same to a client, and not to us. */
export function given<Options extends object>(options: Options): { readonly [Key in keyof Options]?: Exclude<Options[Key], undefined> } {
  const defined: { [Key in keyof Options]?: Exclude<Options[Key], undefined> } = {}
  Object.assign(defined, Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)))
  return defined
}
