import { platformPayee } from '#app/domain/platform/subscriptions/online/payee.ts'
import { isPlatforms } from '../purpose.ts'
import { familyPayee } from './family-payee.ts'
import type { Payee } from './payee.ts'

export const payeeOf = (purpose: string): Payee => (isPlatforms(purpose) ? platformPayee : familyPayee)
