import { vitePlugin as remix } from '@remix-run/dev/dist/vite/index.js'
import { defineConfig } from 'vite'

/** A Remix app as bare as it can be, with the product's versions and flags. */
export default defineConfig({
  plugins: [
    remix({
      appDirectory: 'tests/bench/bare-remix/app',
      buildDirectory: process.env.BUILD_FOLDER,
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
  publicDir: false,
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  ssr: { external: ['pg'] },
})
