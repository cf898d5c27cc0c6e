import { expect, test } from 'vitest'
import { isolateRightToLeft } from './isolate.ts'

test.each([
  ['No. 12, ڤوان ݢاني, 43000 Kajang', 'No. 12, <bdi>ڤوان ݢاني</bdi>, 43000 Kajang'],
  ['<p>Catatan نور 12</p>', '<p>Catatan <bdi>نور</bdi> 12</p>'],
  ['نور العين · علي', '<bdi>نور العين</bdi> · <bdi>علي</bdi>'],
  ['<p>نُور بنت د&#x27;علي</p>', '<p><bdi>نُور بنت د&#x27;علي</bdi></p>'],
  ['شقة 4 شارع ڤوان', '<bdi>شقة 4 شارع ڤوان</bdi>'],
])('a name from right to left turns nothing beside it: %s', (html, isolated) => {
  expect(isolateRightToLeft(html)).toBe(isolated)
})

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
