import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'

/** The Vite configuration of the product (Remix reads no other); see "Decisions" in the README. */
export default defineConfig({
  plugins: [
    remix({
      appDirectory: 'app',
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
