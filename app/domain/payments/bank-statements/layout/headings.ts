import type { LineField } from '#app/domain/payments/bank-statements/bank-statement.ts'

const list = (names: string) => names.split(/,\s+/)

/** Names of each column at Malaysian banks, in both languages, by priority. */
export const wordsOf: Readonly<Record<LineField, readonly string[]>> = {
  date: list(`transaction date, tran date, txn date, trans date, transaction date time, tarikh transaksi,
    posting date, posted date, post date, entry date, date, tarikh, date time, value date`),
  credit:
    list(`credit, credit rm, credit myr, credit amount, credit amount rm, credit amount myr, amount cr, deposit,
    deposits, deposit rm, deposit amount, money in, cash in, kredit, kredit rm, masuk, wang masuk`),
  debit:
    list(`debit, debit rm, debit myr, debit amount, debit amount rm, debit amount myr, amount dr, withdrawal,
    withdrawals, withdrawal rm, withdrawal amount, money out, cash out, keluar, debit keluar, wang keluar,
    pengeluaran`),
  amount: list(`amount, amount rm, amount myr, transaction amount, transaction amount rm, jumlah, amaun`),
  sign: list('dr cr, cr dr, d c, c d, debit credit, credit debit, dr cr indicator, indicator'),
  balance:
    list(`balance, balance rm, balance myr, end balance, running balance, statement balance, baki, ledger balance,
    account balance, closing balance, balance after transaction, baki rm, baki akhir`),
  payer: list(`sender s beneficiary s name, sender beneficiary name, sender s name, sender name, payer name,
    beneficiary payer, payer, sender, received from, from, name, nama pengirim, nama, sender recipient name`),
  reference:
    list(`reference 1 recipient s reference, recipient s reference, recipient reference, reference 1, reference,
    reference no, ref no, transaction ref, transaction reference, transaction reference no,
    customer reference, reference 2, cheque ref no, cheque no ref no, refnum, rujukan, no rujukan,
    rujukan penerima, transaction id, reference id`),
  description:
    list(`transaction description, description, transaction details, details, particulars, narrative,
    reference 2 other payment details, other payment details, payment details, other details, remarks,
    transaction, transaction type, description 1, description 2, additional details, butiran,
    butiran transaksi, keterangan, catatan, transaksi`),
}

/**
 * Banks recognised by a combination of headings that no other known bank uses. Their files are read without confirmation; other
 * headings are confirmed by a person once, and stored.
 */
export const knownBanks: readonly { bank: string; headings: readonly string[] }[] = [
  {
    bank: 'Maybank',
    headings: list('Transaction Date, Transaction Description, Transaction Ref, Debit, Credit'),
  },
  {
    bank: 'Maybank',
    headings: list('Entry Date, Transaction Description, Transaction Amount, Statement Balance'),
  },
  { bank: 'CIMB Bank', headings: list('Date, Description, Cheque / Ref No, Withdrawal, Deposits, Balance') },
  {
    bank: 'CIMB Bank',
    headings: list(`Posting Date, Transaction Description, Sender Name, Recipient Reference, Debit, Credit`),
  },
  { bank: 'Public Bank', headings: list('Date, Transaction, Reference No, Debit, Credit, Balance') },
  {
    bank: 'RHB Bank',
    headings: list(`Date, Description, Sender's / Beneficiary's Name, Reference 1 / Recipient's Reference,
      Reference 2 / Other Payment Details, Amount (DR), Amount (CR), Balance`),
  },
  {
    bank: 'Bank Islam',
    headings: list(`Transaction Date, Description, Reference No, Debit (MYR), Credit (MYR), Balance (MYR)`),
  },
  { bank: 'Hong Leong Bank', headings: list('Date, Transaction Description, Deposit, Withdrawal, Balance') },
  { bank: 'AmBank', headings: list('Date, Transaction, Cheque No, Debit, Credit, Balance') },
  { bank: 'Bank Rakyat', headings: list('Tarikh, Butiran, Rujukan, Debit, Kredit, Baki') },
]
