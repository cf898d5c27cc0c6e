import type { RequestListener } from 'node:http'
import { createRequest, sendResponse } from '@mjackson/node-fetch-server'

/**
 * Answers over HTTP as `handle` says; a response that is an error by its type (`Response.error()`) breaks the connection, as a
 * portal does whose answer is lost.
 */
export function listenerOf(handle: (request: Request) => Promise<Response>): RequestListener {
  return async (incoming, outgoing) => {
    try {
      const response = await handle(createRequest(incoming, outgoing))
      if (response.type === 'error') outgoing.destroy()
      else await sendResponse(outgoing, response)
    } catch (error) {
      process.stderr.write(`${(error as Error).stack}\n`)
      outgoing.writeHead(500).end()
    }
  }
}
