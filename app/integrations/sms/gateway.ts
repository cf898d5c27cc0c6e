import { z } from 'zod'

const parameter = z.string().regex(/^[\w.-]{1,60}$/)
const header = z.string().regex(/^[a-z][a-z0-9-]{0,60}$/)
const pattern = z
  .string()
  .min(1)
  .max(300)
  .refine((text) => {
    try {
      return new RegExp(text, 'im') !== undefined
    } catch {
      return false
    }
  })

/**
 * How an HTTP gateway for SMS or WhatsApp wants to be spoken to. Every provider has its own names, so all of them are
 * settings, and a body counts as success only when `success` finds itself in it: many gateways answer 200 to
 * everything.
 */
const gatewayFields = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  method: z.enum(['GET', 'POST']).default('POST'),
  /** In JSON a name with dots makes objects: `text.body`. */
  body: z.enum(['query', 'form', 'json']).default('form'),
  /** Sent with every message: user, password, type of message, agreement to terms. */
  parameters: z.record(parameter, z.string().max(500)).default({}),
  headers: z.record(header, z.string().max(2_000)).default({}),
  /** Names of the parameters that differ from message to message. */
  to: parameter,
  text: parameter,
  /** For gateways that take one. */
  sender: z.strictObject({ name: parameter, value: z.string().max(40) }).optional(),
  /**
   * For gateways that take an id of ours, which their delivery reports then bring back. `deduplicates`: the gateway sends one
   * message for each id, however often it is asked, so that what a worker was cut off from is simply asked for again.
   */
  reference: z.strictObject({ name: parameter, deduplicates: z.boolean().default(false) }).optional(),
  /**
   * For gateways that can be asked what became of an id of ours, `{reference}` in the address. A body with `found` says that
   * they took the message, its first group being their id of it; one with `missing` that they never had it.
   */
  status: z
    .strictObject({
      url: z.string().refine((text) => text.includes('{reference}') && URL.canParse(text)),
      headers: z.record(header, z.string().max(2_000)).default({}),
      found: pattern,
      missing: pattern,
    })
    .optional(),
  /** Messages a second that it takes from all organisations of one worker together. */
  per_second: z.int().min(1).max(100).default(20),
  /** How it tells us later what became of a message, at `/message/report/<channel>/<secret>` on the main host. */
  reports: z
    .strictObject({
      /** Part of the address, so that nobody else can report. */
      secret: z.string().regex(/^[\w-]{20,100}$/),
      /** In JSON the list that holds the reports; without it the body is one report. In JSON a name with dots leads into objects. */
      list: parameter.optional(),
      /** Names of the fields with the gateway's id, with our reference, and with what became of it. */
      id: parameter.optional(),
      reference: parameter.optional(),
      status: parameter,
      /** What the field says when the message was handed on, was shown on the phone, was read, did not arrive. */
      sent: pattern.optional(),
      delivered: pattern,
      read: pattern.optional(),
      failed: pattern,
      /** Of `failed`, that nobody can be reached at this number. */
      number: pattern.optional(),
    })
    .refine(({ id, reference }) => id !== undefined || reference !== undefined)
    .optional(),
  /** `e164` +60123456789, `digits` 60123456789, `national` 0123456789. */
  number: z.enum(['e164', 'digits', 'national']).default('digits'),
  /** Found in the body when the message was taken; its first group, if it has one, is the gateway's id of it. */
  success: pattern,
  /** What a body without success means: the first pattern that fits. */
  errors: z
    .array(
      z.strictObject({
        match: pattern,
        means: z.enum(['credentials', 'credit', 'number', 'text', 'busy', 'suspended']),
      }),
    )
    .default([]),
})
/** A gateway can be asked by our reference alone, so one that is not told it is refused. */
export const gatewayForm = gatewayFields.refine(({ status, reference }) => !status || reference, {
  path: ['reference'],
  error: 'status asks by reference, which is missing',
})
export type Gateway = z.output<typeof gatewayForm>

/**
 * Whether a message may be asked for again after a worker was cut off from the answer, without a second one on the phone: the
 * gateway knows our reference, or can be asked.
 */
export const canTell = ({ reference, status }: Gateway): boolean =>
  reference !== undefined && (reference.deduplicates || status !== undefined)
