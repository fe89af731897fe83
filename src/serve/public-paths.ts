/** They need no key: who watches over the server has none, nor has the browser that opens the description, which holds nothing of anybody. */
export const publicPaths: readonly string[] = ['/health', '/ready', '/docs', '/openapi.json']
