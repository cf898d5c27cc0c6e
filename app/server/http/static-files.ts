import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { lookup } from 'mrmime'

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

interface StaticFile {
  headers: Record<string, string>
  plain: Buffer
  /** Packed as tightly as can be, once: the stylesheet goes to every member of staff. */
  packed: { br: Buffer; gzip: Buffer } | undefined
}

/**
 * Read once and answered from memory: they are few and small, and a new build that replaces them cannot pull them from
 * under a running process. Files of `/assets/` have their content's hash in the name and may be kept for good.
 */
export async function staticFiles(folder: string): Promise<Middleware> {
  const files = new Map<string, StaticFile>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const address = `/${relative(folder, path).split(sep).join('/')}`
    if (entry.isFile() && !address.includes('/.')) files.set(address, await read(path, address))
  }
  return (request, response, next) => {
    const file = files.get((request.url ?? '').split('?')[0]!)
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return next()
    answer(file, request, response)
  }
}

async function read(path: string, address: string): Promise<StaticFile> {
  const plain = await readFile(path)
  const type = lookup(address) ?? 'application/octet-stream'
  const text = /^(text\/|application\/(json|javascript)|image\/svg)/.test(type)
  const [br, zipped] = text
    ? await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain, { level: 9 })])
    : []
  return {
    plain,
    packed: br && zipped && br.length < plain.length ? { br, gzip: zipped } : undefined,
    headers: {
      'content-type': text ? `${type}; charset=utf-8` : type,
      'cache-control': address.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      'x-content-type-options': 'nosniff',
      // An SVG that is opened by itself is a document: it may draw, nothing else.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      ...(text ? { vary: 'Accept-Encoding' } : {}),
    },
  }
}

function answer({ headers, plain, packed }: StaticFile, request: IncomingMessage, response: ServerResponse) {
  if (request.headers['if-none-match'] === headers.etag) {
    response.writeHead(304, headers).end()
    return
  }
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = packed && (/\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined)
  const body = encoding ? packed![encoding] : plain
  response.writeHead(200, {
    ...headers,
    'content-length': body.length,
    ...(encoding ? { 'content-encoding': encoding } : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
