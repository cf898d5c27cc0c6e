import { SheetUnusable } from './cell.ts'

/** UTF-8 with or without its mark, UTF-16 with it, and what Excel here writes otherwise: windows-1252. */
export function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const text = utf8Of(bytes) ?? new TextDecoder('windows-1252').decode(bytes)
  if (/[^\P{Cc}\t\n\v\f\r\u007f-\u009f]/u.test(text)) throw new SheetUnusable('not_a_sheet')
  return text
}

function utf8Of(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
