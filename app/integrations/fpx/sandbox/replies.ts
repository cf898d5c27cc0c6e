import { bankList } from './banks.ts'
import { refuseSender } from './check.ts'
import { findOrder, type Sandbox } from './delivery.ts'
import { answerOf, refusalOf } from './messages.ts'
import { scenarioNamed } from './scenarios.ts'
import type { Transaction } from './state.ts'
import { AR, BC, BE, encode, type Fields, signature, source } from './wire.ts'

/** `hang` stands for a reply that never comes. */
export type Reply = { text: string; type?: string } | 'hang'

/** FPX puts blank lines around its replies; a client has to live with that. */
const plain = (text: string): Reply => ({ text: `\n\n${text}\n` })
const PAGE = {
  text: '<!doctype html><html><body><h1>Service unavailable</h1></body></html>',
  type: 'text/html',
}

/** AE → AC, for a payment that is asked about in exactly the words of its AR. */
export function enquiryReply(sandbox: Sandbox, message: Fields): Reply {
  const order_no = message.fpx_sellerExOrderNo ?? null
  const whole = message.fpx_msgType === 'AE' && AR.every((name) => message[name] !== undefined)
  if (!whole || refuseSender(sandbox, message, AR)) {
    sandbox.note({ kind: 'AE', txn: null, order_no, said: 'ERROR' })
    return plain('ERROR')
  }
  const transaction = findOrder(sandbox.state, order_no ?? '')
  if (transaction) transaction.enquiries += 1
  const said =
    transaction && isRepeated(transaction, message) ? truth(transaction) : transaction ? 'XE' : '76'
  sandbox.note({ kind: 'AE', txn: transaction?.id ?? null, order_no, said })
  return transaction && said !== '76' && said !== 'XE'
    ? enquiryAnswer(sandbox, transaction, said)
    : plain(encode(refusalOf(sandbox, message, said)))
}

/** The real FPX may be more forgiving; the sandbox is not, so that an AE refilled from wrong columns comes to light. */
function isRepeated({ ar }: Transaction, message: Fields): boolean {
  return AR.every((name) => name === 'fpx_msgType' || ar[name] === message[name])
}

function truth(transaction: Transaction): string {
  const { mode } = playing(transaction)
  if (mode === 'never' || (mode === 'early' && transaction.enquiries <= 2)) return '76'
  return transaction.code ?? '76'
}

function playing({ scenario, step }: Transaction) {
  return (step === 'done' && scenario ? scenarioNamed(scenario).enquiry : undefined) ?? {}
}

function enquiryAnswer(sandbox: Sandbox, transaction: Transaction, code: string): Reply {
  const { mode = 'ok', forge } = playing(transaction)
  const genuine = answerOf(sandbox, transaction, code, forge)
  switch (mode) {
    case 'error':
      return plain('ERROR')
    case 'timeout':
      return 'hang'
    case 'html':
      return PAGE
    case 'unsigned':
      return plain(encode({ ...genuine, fpx_checkSum: '' }))
    case 'blank_id':
      return plain(encode(refusalOf(sandbox, genuine, code)))
    case 'empty':
      return { text: '' }
    case 'garbage':
      return plain('%%% fpx is = not & well ===')
    default:
      return plain(encode(genuine))
  }
}

export function bankListReply(sandbox: Sandbox, message: Fields): Reply {
  const { state, keys } = sandbox
  const token = message.fpx_msgToken ?? ''
  const known = message.fpx_msgType === 'BE' && (token === '01' || token === '02')
  const mode = !known || refuseSender(sandbox, message, BE) ? 'error' : state.bankList
  sandbox.note({ kind: 'BE', txn: null, order_no: null, said: `${token} ${mode}` })
  if (mode === 'error') return plain('ERROR')
  if (mode === 'html') return PAGE
  if (mode === 'timeout') return 'hang'

  const listed =
    mode === 'empty' ? '' : bankList(token, state.offline) + (mode === 'unknown_code' ? ',NEWB0001~A' : '')
  const fields = {
    fpx_bankList: listed,
    fpx_msgToken: token,
    fpx_msgType: 'BC',
    fpx_sellerExId: message.fpx_sellerExId,
  }
  const sealed = fields as Fields
  const key = mode === 'bad_signature' ? keys.stranger.key : keys[state.signer].key
  return plain(encode({ ...sealed, fpx_checkSum: signature(source(BC, sealed), key) }))
}
