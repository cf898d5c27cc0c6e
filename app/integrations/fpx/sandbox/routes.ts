import { control } from './control.ts'
import { findTransaction, type Sandbox } from './delivery.ts'
import { approverPage, deskPage, termsPage } from './pages/approver.ts'
import { refusedPage, resultPage, reviewPage, signInPage } from './pages/bank.ts'
import { approve, choices, play, receive } from './play.ts'
import { bankListReply, enquiryReply, type Reply } from './replies.ts'
import { scenarioNamed } from './scenarios.ts'
import { decode } from './wire.ts'

/** The path has lost the base path. `closing` ends the replies that never come. */
export async function route(
  sandbox: Sandbox,
  request: Request,
  path: string,
  closing: AbortSignal,
): Promise<Response> {
  const call = `${request.method} ${path}`
  if (call === 'GET /') return deskPage(sandbox)
  if (call === 'GET /FPXMain/termsAndConditions.jsp') return termsPage()
  if (call === 'POST /FPXMain/seller2DReceiver.jsp') return authorize(sandbox, request)
  if (call === 'POST /FPXMain/sellerNVPTxnStatus.jsp')
    return answer(enquiryReply(sandbox, (await decode(request)) ?? {}), request, closing)
  if (call === 'POST /FPXMain/RetrieveBankList')
    return answer(bankListReply(sandbox, (await decode(request)) ?? {}), request, closing)
  if (path === '/b2bauth') return approver(sandbox, request)
  if (path.startsWith('/bank/')) return bank(sandbox, request, path)
  if (path.startsWith('/__control/') && sandbox.settings.control)
    return control(sandbox, request, path.slice('/__control/'.length))
  return plain(404, 'Not found')
}

async function authorize(sandbox: Sandbox, request: Request): Promise<Response> {
  const message = await decode(request)
  const received = await receive(sandbox, message ?? {})
  if ('refused' in received) return refusedPage(sandbox, received.refused)
  return seeOther(`${sandbox.settings.publicUrl}/bank/${received.transaction.id}`)
}

async function bank(sandbox: Sandbox, request: Request, path: string): Promise<Response> {
  const [, , id = '', step = ''] = path.split('/')
  const transaction = findTransaction(sandbox.state, id)
  if (!transaction) return plain(404, 'No such payment')
  const here = `${sandbox.settings.publicUrl}/bank/${id}`

  if (request.method === 'GET') {
    if (transaction.step === 'done') return resultPage(sandbox, transaction)
    return transaction.step === 'review'
      ? reviewPage(sandbox, transaction)
      : signInPage(sandbox, transaction, false)
  }
  const input = (await decode(request)) ?? {}
  if (step === 'sign-in' && transaction.step === 'sign_in') {
    if (input.user === '1234' && input.password === '1234') transaction.step = 'review'
    else if (++transaction.misses < 3) return signInPage(sandbox, transaction, true)
    else await play(sandbox, transaction, scenarioNamed('details'))
    sandbox.save()
  }
  if (step === 'play') {
    const cancelled = input.scenario === 'cancel'
    const set = cancelled ? 'cancel' : transaction.scenario
    const scenario = set ? scenarioNamed(set) : choices(transaction).find(({ key }) => key === input.scenario)
    if (scenario && (cancelled || transaction.step === 'review')) await play(sandbox, transaction, scenario)
  }
  return seeOther(here)
}

async function approver(sandbox: Sandbox, request: Request): Promise<Response> {
  if (request.method === 'GET')
    return approverPage(sandbox, new URL(request.url).searchParams.get('id') ?? '', null)
  const { id = '', code = '00' } = (await decode(request)) ?? {}
  const transaction = findTransaction(sandbox.state, id.trim())
  const done = transaction && (await approve(sandbox, transaction, code))
  const said = done ? `Done: code ${code} has been sent to the merchant.` : 'This payment waits for nobody.'
  return approverPage(sandbox, id.trim(), transaction ? said : null)
}

async function answer(reply: Reply, request: Request, closing: AbortSignal): Promise<Response> {
  if (reply === 'hang') {
    const ended = AbortSignal.any([request.signal, closing])
    await new Promise<void>((resolve) => {
      if (ended.aborted) resolve()
      ended.addEventListener('abort', () => resolve(), { once: true })
    })
    return plain(504, '')
  }
  return new Response(reply.text, { headers: { 'content-type': reply.type ?? 'text/plain' } })
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}

function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain' } })
}
