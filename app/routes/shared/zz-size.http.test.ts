import { gzipSync } from 'node:zlib'
import { test } from 'vitest'
import { openCounter } from '#tests/support/payer.ts'
test('sizes', async () => {
  const counter = await openCounter()
  const payer = counter.payer()
  const row = await counter.bill()
  const { go, status, attempt } = await counter.startedAt(row.public_code)
  counter.fpx.banks = Array.from({ length: 22 }, (_, i) => ({ code: ['ABB0233','AGRO01','ABMB0212','AMBB0209','BIMB0340','BMMB0341','BOCM01','BKRM0602','BSN0601','BCBB0235','HLB0224','HSBC0223','KFH0346','MB2U0227','MBB0228','MBSB001','OCBC0229','PBB0233','RHB0218','SCB0216','UOB0226','TEST0021'][i]!, online: true }))
  const other = await counter.bill()
  for (const p of [`/invoice/status/${row.public_code}`, `/payment/submit?invoice=${other.public_code}`, go, status]) { const h = await counter.html(payer, p); const bare = h.replace(/<style[\s\S]*?<\/style>/g, ''); console.info(p.slice(0, 20), 'gz', gzipSync(h).length, 'raw', h.length, 'html without css', bare.length, 'gz', gzipSync(bare).length) }
  await counter.shop.say(attempt, '00', {}, new Date())
  const h = await counter.html(payer, status); console.info('paid', gzipSync(h).length)
})
