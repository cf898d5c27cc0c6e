import { expect, test } from 'vitest'
import { isolateRightToLeft } from './isolate.ts'

test.each([
  ['No. 12, ڤوان ݢاني, 43000 Kajang', '<bdi dir="ltr">No. 12, <bdi>ڤوان ݢاني</bdi>, 43000 Kajang</bdi>'],
  ['<p>Catatan نور 12</p>', '<p><bdi dir="ltr">Catatan <bdi>نور</bdi> 12</bdi></p>'],
  ['نور العين · علي', '<bdi dir="ltr"><bdi>نور العين</bdi> · <bdi>علي</bdi></bdi>'],
  ['<p>نُور بنت د&#x27;علي</p>', '<p><bdi>نُور بنت د&#x27;علي</bdi></p>'],
  ['شقة 4 شارع ڤوان', '<bdi>شقة 4 شارع ڤوان</bdi>'],
  [
    '<td>نور<!-- --> · 12<b>نور</b></td>',
    '<td><bdi dir="ltr"><bdi>نور</bdi><!-- --> · 12</bdi><b><bdi>نور</bdi></b></td>',
  ],
])(
  'a name from right to left turns nothing beside it, and its text stays one piece: %s',
  (html, isolated) => {
    expect(isolateRightToLeft(html)).toBe(isolated)
  },
)

test.each([
  '<p>Nur Contoh 12</p>',
  '<img alt="نور"/>',
  '<textarea name="note">نور 12</textarea>',
  '<option value="1">نور</option>',
  '<title>نور · Contoh</title>',
  '<script>"نور"</script>',
])('nothing is put into what shows no markup: %s', (html) => {
  expect(isolateRightToLeft(html)).toBe(html)
})
