import { createSign } from 'node:crypto'
import { generate } from 'selfsigned'
import type { FpxConfig } from './config.ts'
import { AC_FIELDS, type AcField, type AcFields, sourceString } from './fields.ts'

export async function makePair(from: string, to: string) {
  const made = await generate([{ name: 'commonName', value: 'test' }], {
    keySize: 2048,
    algorithm: 'sha256',
    notBeforeDate: new Date(from),
    notAfterDate: new Date(to),
  })
  return { key: made.private, certificate: made.cert, publicKey: made.public }
}

/** As a renewal does: the same key under a second certificate. */
export async function renew(
  pair: { key: string; publicKey: string },
  from: string,
  to: string,
): Promise<string> {
  const made = await generate([{ name: 'commonName', value: 'test' }], {
    algorithm: 'sha256',
    notBeforeDate: new Date(from),
    notAfterDate: new Date(to),
    keyPair: { privateKey: pair.key, publicKey: pair.publicKey },
  })
  return made.cert
}

/** Its FPX signs with `fpx`. */
export function configOf(
  own: { key: string },
  fpx: { certificate: string },
  url = 'http://127.0.0.1:9',
): FpxConfig {
  return {
    url,
    exchangeId: 'EX00000000',
    sellerBankCode: '01',
    privateKey: own.key,
    certificates: [fpx.certificate],
    ownCertificate: null,
    environment: 'uat',
  }
}

/** Answers 00; the two blanks are always blank in practice. */
export const AC_VALUES: Readonly<Record<AcField, string>> = {
  fpx_buyerBankBranch: 'SBI BANK A',
  fpx_buyerBankId: 'TEST0021',
  fpx_buyerIban: '',
  fpx_buyerId: '',
  fpx_buyerName: "N@m3()/PyN .-&B'UYER",
  fpx_creditAuthCode: '00',
  fpx_creditAuthNo: '9999999999',
  fpx_debitAuthCode: '00',
  fpx_debitAuthNo: '15733223',
  fpx_fpxTxnId: '2601151030000123',
  fpx_fpxTxnTime: '20260115103000',
  fpx_makerName: 'New Simulator',
  fpx_msgToken: '01',
  fpx_msgType: 'AC',
  fpx_sellerExId: 'EX00000000',
  fpx_sellerExOrderNo: 'A000000042',
  fpx_sellerId: 'SE00000000',
  fpx_sellerOrderNo: 'INV-2026-00042',
  fpx_sellerTxnTime: '20260115102912',
  fpx_txnAmount: '350.00',
  fpx_txnCurrency: 'MYR',
}

/** As FPX would, with another algorithm or source if the test wants one. */
export function sealAc(
  key: string,
  values: Partial<Record<AcField, string>> = {},
  {
    algorithm = 'RSA-SHA1',
    source = (fields: Record<AcField, string>) => sourceString(AC_FIELDS, fields),
  } = {},
): AcFields {
  const fields = { ...AC_VALUES, ...values }
  const checksum = createSign(algorithm).update(source(fields), 'utf8').sign(key, 'hex').toUpperCase()
  return { ...fields, fpx_checkSum: checksum }
}

export function encode(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString()
}
