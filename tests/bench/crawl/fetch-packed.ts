import { request } from 'node:http'
import type { Answer, Ask } from './crawl.ts'

/** Asks a server on this machine as a browser would ask `host`, and leaves the body as it travelled. */
export function fetchPacked(port: number, host: string, cookie: string): Ask {
  const headers = { host, 'accept-encoding': 'gzip', ...(cookie && { cookie }) }
  const posted = {
    origin: `http://${host}`,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
  }
  return (path, form) =>
    new Promise<Answer>((resolve, reject) => {
      const method = form ? 'POST' : 'GET'
      const how = { host: '127.0.0.1', port, path, method, headers: { ...headers, ...(form && posted) } }
      const asked = request(how, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            encoding: response.headers['content-encoding'] ?? '',
            body: Buffer.concat(chunks),
          }),
        )
      })
      asked.on('error', reject).end(form?.toString())
    })
}
