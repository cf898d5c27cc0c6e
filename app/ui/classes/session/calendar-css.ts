/**
 * A row of the grid for each hour, and a column for each day, narrow where it is free. Narrow screens show the days one below
 * the other, those of a tablet two by two, so they need none of it.
 */
export function calendarCss(hours: number, free: readonly boolean[]): string {
  const rows = Array.from({ length: hours }, (_, index) => `.week .r${index}{grid-row:${index + 2}}`)
  const columns = free.map((one) => (one ? '4.25rem' : 'minmax(0,1fr)')).join(' ')
  return `.week{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(18rem,100%),1fr));gap:0 2rem}
.week h2{font-size:1rem;margin:1rem 0 .25rem}.week ul{list-style:none;margin:0;padding:0}
.week li{padding:.375rem 0}.week li:has(.time){border-top:1px solid var(--rule)}.week li>:not(.status){display:block}.week .hour{display:none}
.week .time{font-weight:600}.week li .small{line-height:1.35}.week .now h2{text-decoration:underline}
.week .status{white-space:normal;font-size:.875rem}.week .status::before{align-self:center}
@media(min-width:64rem){.week{grid-template-columns:3.25rem ${columns};grid-template-rows:repeat(${hours + 1},auto);gap:0}
.week section{grid-row:1/span ${hours + 1};display:grid;grid-template-rows:subgrid;align-content:start;border-left:1px solid var(--rule);padding:0 .25rem 0 .375rem;min-width:0}
.week .hour{display:block;grid-column:1/-1;border-top:1px solid var(--rule);margin:0;padding-top:.375rem;min-height:2rem;line-height:1.2;word-spacing:100vw}
.week header,.week ul{min-width:0}.week header{grid-row:1}.week h2{margin:.25rem 0}.week li{padding:.25rem 0;line-height:1.35;overflow-wrap:anywhere}
.week .time{font-weight:400}.week ul li:first-child{border-top:0}.week section{grid-column-end:span 1}.week .none{display:none}
${rows.join('')}${free.map((_, n) => `.week .d${n}{grid-column:${n + 2}}`).join('')}}`
}
