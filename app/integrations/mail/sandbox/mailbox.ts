import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { headerOf, isAttached } from './email.ts'

/** One mail that has arrived; the newest is first in the index. */
export interface StoredMail {
  id: string
  /** ISO instant of arrival. */
  received_at: string
  /** The envelope: what the server was told, whatever the headers say. */
  from: string
  to: string[]
  sender: string
  subject: string
  message_id: string
  size: number
  attachments: number
  /** True when a mail with the same Message-ID had arrived before. */
  copy: boolean
}

export interface Mailbox {
  list(): readonly StoredMail[]
  source(id: string): Promise<Buffer | undefined>
  add(envelope: { from: string; to: string[] }, source: Buffer): Promise<StoredMail>
  clear(): Promise<void>
}

const kept = 500

/** Mail kept as one .eml file each and an index.json, in a folder that only this process writes. */
export async function openMailbox(folder: string): Promise<Mailbox> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const index = join(folder, 'index.json')
  let mails: StoredMail[] = await readFile(index, 'utf8').then(JSON.parse, () => [])
  let writing: Promise<unknown> = Promise.resolve()

  const file = (id: string) => join(folder, `${id}.eml`)

  async function save(gone: StoredMail[]) {
    await writeFile(`${index}.part`, JSON.stringify(mails), { mode: 0o600 })
    await rename(`${index}.part`, index)
    for (const { id } of gone) await rm(file(id), { force: true })
  }

  function inOrder(gone: StoredMail[]) {
    const saved = writing.then(() => save(gone))
    writing = saved.catch(() => {})
    return saved
  }

  return {
    list: () => mails,
    async source(id) {
      return mails.some((mail) => mail.id === id) ? readFile(file(id)) : undefined
    },
    async add({ from, to }, source) {
      const email = await PostalMime.parse(source)
      const message_id = email.messageId ?? ''
      const mail: StoredMail = {
        id: `${Date.now().toString(36)}${randomBytes(5).toString('hex')}`,
        received_at: new Date().toISOString(),
        from,
        to,
        sender: headerOf(email, 'from'),
        subject: email.subject ?? '',
        message_id,
        size: source.length,
        attachments: email.attachments.filter(isAttached).length,
        copy: message_id !== '' && mails.some((other) => other.message_id === message_id),
      }
      await writeFile(file(mail.id), source, { mode: 0o600 })
      mails = [mail, ...mails]
      await inOrder(mails.splice(kept))
      return mail
    },
    async clear() {
      await inOrder(mails.splice(0))
    },
  }
}
