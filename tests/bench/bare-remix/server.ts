import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestListener } from '@mjackson/node-fetch-server'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'

/** Serves the bare app as the product's server does, without anything of the product around it. */
const build = (await import(
  pathToFileURL(join(process.env.BARE_BUILD!, 'server/index.js')).href
)) as ServerBuild
const handle = createRequestHandler(build, 'production')
const server = createServer(createRequestListener((request) => handle(request)))
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
process.once('SIGTERM', () => process.exit(0))
