import { z } from 'zod'
import { chosenFile, plainDate, settingVersion, text, version } from '#app/domain/core/fields.ts'
import { turnoverBands } from '../rules/rules.ts'
import { documentVersions, environments } from '../words.ts'
import { companyNo, taxpayerTin } from './company-form.ts'
import { autoSubmits, bases, modes, qrPositions } from './find-setting.ts'

/** Given by the portal: long, and without spaces between; those around come from copying. */
const credential = (max: number) =>
  z
    .string()
    .trim()
    .min(20)
    .max(max)
    .regex(/^[\x21-\x7e]+$/, 'einvoice_setting.credential')

/** How the portal is reached. An empty secret leaves the stored one as it is; secrets are never shown again. */
export const connectionForm = z
  .object({
    environment: z.enum(environments),
    mode: z.enum(modes),
    intermediary_name: text({ min: 2, max: 300 }).optional(),
    intermediary_tin: taxpayerTin.optional(),
    intermediary_brn: companyNo.optional(),
    client_id: credential(100),
    secret: credential(200).optional(),
    second_secret: credential(200).optional(),
    clear_second: z.boolean().optional(),
    secrets_end_on: plainDate,
    version: settingVersion,
  })
  .superRefine(({ mode, ...given }, context) => {
    if (mode !== 'intermediary') return
    for (const field of ['intermediary_name', 'intermediary_tin', 'intermediary_brn'] as const)
      if (!given[field]) context.addIssue({ code: 'custom', path: [field], message: 'input.required' })
  })
export type ConnectionInput = z.output<typeof connectionForm>

/** How documents are made and when they are sent. */
export const workflowForm = z
  .object({
    document_version: z.enum(documentVersions),
    basis: z.enum(bases),
    auto_submit: z.enum(autoSubmits),
    auto_since: plainDate.optional(),
    qr_position: z.enum(qrPositions),
    version: settingVersion,
  })
  .refine(({ auto_submit, auto_since }) => auto_submit === 'off' || auto_since !== undefined, {
    path: ['auto_since'],
    message: 'input.required',
  })
export type WorkflowInput = z.output<typeof workflowForm>

/** The certificate with its key, and the password that opens it; of both nothing but the certificate is ever shown again. */
export const certificateForm = z.object({
  file: chosenFile,
  password: z.string().max(256).optional(),
  version: settingVersion,
})

/** For the buttons that take something away. */
export const settingVersionForm = z.object({ version })

/** What an organisation says of itself, from which its duty follows. */
export const obligationForm = z
  .object({
    turnover_band: z.enum(turnoverBands),
    turnover_year: z.coerce.number().int().min(2022).max(2100),
    started_on: plainDate.optional(),
    related_above_1m: z.boolean().optional(),
    statutory: z.boolean().optional(),
    approved_donations: z.boolean().optional(),
    relaxation_declined: z.boolean().optional(),
    agreed_start_on: plainDate.optional(),
    version: settingVersion,
  })
  .refine(
    ({ turnover_band, turnover_year, started_on }) =>
      turnover_band === 'below_1m' || !started_on || turnover_year >= Number(started_on.slice(0, 4)),
    { path: ['turnover_year'], message: 'einvoice_obligation.before_start' },
  )
export type ObligationInput = z.output<typeof obligationForm>
