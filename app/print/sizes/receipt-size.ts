import type { ReceiptSize } from '#app/domain/core/documents/document.ts'

/**
 * What the stylesheet of papers, which is for A4, says otherwise on other sheets. The roll is laid out at its own width, so
 * that it can be measured before it is printed: the printer is told how long it is.
 */
export const sheetCss: Record<ReceiptSize, string> = {
  a4: '',
  a5: `@page{size:A5;margin:10mm 11mm 9mm}html{font-size:8pt}.paper{gap:1rem}
.paper:not(.paper-list){min-block-size:189mm}`,
  '80mm': `@page{size:auto;margin:0}html{font-size:8.5pt}body{inline-size:80mm}
.paper{gap:.75rem;padding:4mm 4mm 6mm}.paper:not(.paper-list){min-block-size:0}
.letterhead{flex-direction:column;align-items:start;gap:.5rem}.letterhead>*{max-inline-size:100%}.letterhead .logo{block-size:3rem}
.heading,.parties{flex-direction:column;gap:.5rem}.paper .heading>:first-child{max-inline-size:100%}.heading h1{font-size:1.25rem}.paper .amount{font-size:1.75rem}
.sums{align-self:stretch;inline-size:auto}.pay{gap:.75rem}.qr{inline-size:6rem;block-size:6rem}`,
}
