import type { Noun } from '#tests/support/access/noun.ts'
import {
  category,
  department,
  discount,
  feeCategory,
  feeType,
  lineTemplate,
  module,
  paymentOption,
  program,
  subject,
  subjectFee,
} from '#tests/support/database/factories.ts'
import { infaqType, zakatType } from '#tests/support/database/giving-factories.ts'

/** What is taught and what it costs, as addresses can be about it. */
export const catalogue = {
  category: {
    reach: 'organisation',
    make: (trx, { mark }) => category(trx, { name: mark, description: mark }),
  },
  department: {
    reach: 'organisation',
    make: (trx, { mark }) => department(trx, { name: mark, description: mark }),
  },
  discount: {
    reach: 'organisation',
    make: (trx, { mark }) => discount(trx, { name: mark, sponsor: mark }),
  },
  fee_category: {
    reach: 'organisation',
    make: (trx, { mark }) => feeCategory(trx, { name: mark }),
  },
  fee_type: {
    reach: 'organisation',
    make: (trx, { mark }) => feeType(trx, { name: mark, gl_code: mark.slice(0, 20) }),
  },
  infaq_type: {
    reach: 'organisation',
    make: (trx, { mark }) => infaqType(trx, { name: mark, description: mark }),
  },
  zakat_type: {
    reach: 'organisation',
    make: (trx, { mark }) => zakatType(trx, { name: mark, description: mark }),
  },
  line_template: {
    reach: 'organisation',
    make: (trx, { mark }) => lineTemplate(trx, { name: mark, description: mark }),
  },
  module: {
    reach: 'organisation',
    make: (trx, { mark }) => module(trx, { name: mark, description: mark }),
  },
  payment_option: {
    reach: 'organisation',
    make: (trx, { mark }) => paymentOption(trx, { name: mark, instructions: mark }),
  },
  subject_fee: {
    reach: 'organisation',
    make: (trx, { mark, sen }) => subjectFee(trx, { remark: mark, amount_sen: sen() }),
  },
  program: {
    reach: 'organisation',
    make: (trx, { mark }) => program(trx, { name: mark, level: mark, description: mark }),
  },
  subject: {
    make: async (_, { subject_id }) => ({ id: subject_id }),
  },
  /** A class that nobody is in, so that it can be changed and removed. */
  spareSubject: {
    make: (trx, { branch_id, mark }) => subject(trx, { name: mark, description: mark, branch_id }),
  },
} satisfies Record<string, Noun>
