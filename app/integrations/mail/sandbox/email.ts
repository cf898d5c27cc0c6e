import { type Attachment, decodeWords, type Email } from 'postal-mime'

/** The first header of that name, its encoded words read; empty when there is none. */
export function headerOf({ headers }: Pick<Email, 'headers'>, name: string): string {
  return decodeWords(headers.find(({ key }) => key === name)?.value ?? '')
}

/** Whether a file came for its own sake, and not as a picture that the HTML shows. */
export const isAttached = ({ related }: Attachment): boolean => !related

export function bytesOf({ content }: Attachment): Buffer<ArrayBuffer> {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
}
