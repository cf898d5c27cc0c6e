import type { Dialect, GatewayClient } from '../gateway/gateway.ts'
import { differences, readStored } from './answers.ts'
import { bankName } from './banks/banks.ts'
import { certificateFault } from './certificates/validity.ts'
import { enquire } from './client.ts'
import { meaningOf } from './codes.ts'
import type { FpxConfig } from './config.ts'
import type { Model } from './fields.ts'

export const fpx: Dialect = {
  label: 'FPX',
  meaningOf,
  differences,
  readStored: readStored,
  bankName: ({ bank_code }, model) => bankName(model as Model, bank_code),
  environmentOf: (_stored, usual) => usual,
}

export function fpxClient(config: FpxConfig): GatewayClient {
  return {
    name: 'fpx',
    environment: config.environment,
    isMute: (at) => certificateFault(config, at) !== null,
    enquire: (stored, options) => enquire(config, stored, options),
  }
}
