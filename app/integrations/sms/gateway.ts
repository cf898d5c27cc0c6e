import { z } from 'zod'

const parameter = z.string().regex(/^[\w.-]{1,60}$/)
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
export const gatewayForm = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  method: z.enum(['GET', 'POST']).default('POST'),
  /** In JSON a name with dots makes objects: `text.body`. */
  body: z.enum(['query', 'form', 'json']).default('form'),
  /** Sent with every message: user, password, type of message, agreement to terms. */
  parameters: z.record(parameter, z.string().max(500)).default({}),
  headers: z.record(z.string().regex(/^[a-z][a-z0-9-]{0,60}$/), z.string().max(2_000)).default({}),
  /** Names of the parameters that differ from message to message. */
  to: parameter,
  text: parameter,
  /** For gateways that take one. */
  sender: z.strictObject({ name: parameter, value: z.string().max(40) }).optional(),
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
export type Gateway = z.output<typeof gatewayForm>
