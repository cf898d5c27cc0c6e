// not the package itself, whose command line wants the packages that package.json leaves out
import { vitePlugin as remix } from '@remix-run/dev/dist/vite/index.js'
import { defineConfig } from 'vite'

/** Sentences are read from files and not imported; in development a changed one is read again. */
const sentences = {
  name: 'sentences',
  handleHotUpdate: ({ file, server }) => {
    if (/\/app\/i18n\/.+\.json$/.test(file)) server.moduleGraph.invalidateAll()
  },
}

/**
 * Pages ship no script, so none is built for browsers: each module of theirs is empty, and what is linked to comes from the
 * server's half of the build. Only the bench asks for scripts, to weigh what pages would be with them.
 */
const noScripts = {
  name: 'no-scripts',
  apply: (_config, { command, isSsrBuild }) =>
    command === 'build' && !isSsrBuild && process.env.BUILD_SCRIPTS !== 'yes',
  enforce: 'post',
  transform: () => ({ code: 'export {}', map: null }),
  generateBundle: {
    // after Remix's list of them is made, from which the server knows the routes
    order: 'post',
    handler(_options, bundle) {
      for (const [name, { type }] of Object.entries(bundle)) if (type === 'chunk') delete bundle[name]
    },
  },
}

/** The scripts that the bench weighs: modules that pages share with the server name some of Node's, which browsers have not. */
const scriptsToWeigh = {
  name: 'scripts-to-weigh',
  config: (_config, { command, isSsrBuild }) =>
    command === 'build' && !isSsrBuild && process.env.BUILD_SCRIPTS === 'yes'
      ? { build: { rollupOptions: { shimMissingExports: true } } }
      : undefined,
}

/**
 * What answers is built together with the pages, so that a process has one copy of each module: `web.js` is the web
 * process, `index.js` what it is made of, which tests run in their own. Errors name the lines of the sources.
 */
const oneServer = {
  name: 'one-server',
  // after Remix, which would build the pages alone
  enforce: 'post',
  config: (_config, { command, isSsrBuild }) =>
    command === 'build' && isSsrBuild
      ? {
          build: {
            target: 'node22',
            sourcemap: true,
            rollupOptions: {
              input: { index: 'app/server.ts', web: 'app/start/process/web.ts' },
              output: { entryFileNames: '[name].js', sourcemapExcludeSources: true },
            },
          },
        }
      : undefined,
}

/** The Vite configuration of the product (Remix reads no other); the decisions are in docs/decisions. */
export default defineConfig({
  plugins: [
    sentences,
    noScripts,
    scriptsToWeigh,
    oneServer,
    remix({
      appDirectory: 'app',
      // app/start/building/build.ts names one of its own for each build; by itself Vite is only asked for the live product
      buildDirectory: process.env.BUILD_FOLDER ?? 'build/by-hand',
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  ssr: { external: ['pg', 'puppeteer-core', '@sparticuz/chromium', 'bullmq'] },
})
