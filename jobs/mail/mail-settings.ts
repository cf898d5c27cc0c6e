import { environmentKeyring, open } from '#app/domain/core/secrets.ts'
import type { Environment } from '#app/environment.ts'
import { MailError } from '#app/integrations/mail/error.ts'
import { type MailSettings, ownMail, platformMail } from '#app/integrations/mail/settings.ts'
import type { TenantTools } from '#jobs/handler.ts'

/**
 * The organisation's own once its code has come back, else the platform's with the organisation's name as sender.
 * Refuses (MailError, temporary) when there is neither.
 */
export async function mailSettings({
  entity,
  environment,
  withTenant,
}: Pick<TenantTools, 'entity' | 'environment' | 'withTenant'>): Promise<MailSettings> {
  const row = await withTenant((trx) =>
    trx
      .selectFrom('platform.entity')
      .select(['smtp_status', 'smtp_host', 'smtp_port', 'smtp_username', 'smtp_password_sealed'])
      .select(['smtp_sender_name', 'smtp_sender_email'])
      .where('id', '=', entity.id)
      .executeTakeFirstOrThrow(),
  )
  const { smtp_host, smtp_port, smtp_sender_email } = row
  if (row.smtp_status === 'verified' && smtp_host && smtp_port && smtp_sender_email) {
    const cell = { place: 'platform', table: 'entity', column: 'smtp_password_sealed', row: entity.id }
    const sealed = row.smtp_password_sealed
    const own = ownMail(environment, {
      smtp_host,
      smtp_port,
      smtp_username: row.smtp_username,
      smtp_password: sealed === null ? null : open(environmentKeyring(environment), cell, sealed),
      smtp_sender_name: row.smtp_sender_name ?? entity.name,
      smtp_sender_email,
    })
    return { ...own, instead: platformMail(environment, entity.name) }
  }
  return platformSettings(environment, entity.name)
}

/** `name` is the sender. Refuses (MailError, temporary) when none is set. */
export function platformSettings(environment: Environment, name?: string): MailSettings {
  const settings = platformMail(environment, name)
  if (!settings) throw new MailError('unreachable', false, { detail: 'no mail server is set' })
  return settings
}
