export function bearerToken(request: Request): string | undefined {
  return /^Bearer +([A-Za-z0-9_-]{43})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}
