/** The pages, which Remix makes of `app/routes.ts` whenever Vite builds or loads what imports them. */
declare module 'virtual:remix/server-build' {
  export * from '@remix-run/dev/server-build'
  // given always
  export const basename: string
}
