import { createServerModuleRunner, createServer as createVite } from 'vite'
import { environment } from '#app/environment.ts'
import { listen } from '#app/server/wire/http-server.ts'
import { endWhenTold } from './end-when-told.ts'

type Server = typeof import('#app/server.ts')
type Product = ReturnType<Server['openProduct']>

/** The web process of `npm run dev`: Vite loads what the build would gather, and again what was changed since. */
const vite = await createVite({ configFile: 'remix.config.js', server: { middlewareMode: true } })
const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false })

let opened: { by: Server; product: Product } | undefined

/** Has one copy of each module, like the built one: a change opens it anew, pools included, and closes the one before. */
async function current(): Promise<Product> {
  const by = await runner.import<Server>('/app/server.ts')
  if (opened?.by !== by) {
    const before = opened?.product
    opened = { by, product: by.openProduct(environment, 'development') }
    void before?.close()
  }
  return opened.product
}

function complain(error: Error) {
  vite.config.logger.error(error.stack ?? error.message, { timestamp: true })
}

// a mistake is told here, and again to who asks for a page before it is put right
await current().catch(complain)
const server = await listen(environment, (request, response) => {
  vite.middlewares(request, response, () => {
    current().then(
      (product) => product.answer(request, response),
      (error) => {
        complain(error)
        response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(error.message)
      },
    )
  })
})

endWhenTold(async () => {
  server.close()
  server.closeAllConnections()
  await opened?.product.close()
  await runner.close()
  await vite.close()
})
