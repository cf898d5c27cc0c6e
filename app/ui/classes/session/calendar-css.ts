/** A row of the grid for each hour. Narrow screens show the days one below the other, so they need none of it. */
export function calendarCss(hours: number): string {
  const rows = Array.from({ length: hours }, (_, index) => `.week .r${index}{grid-row:${index + 2}}`)
  return `.week h2{font-size:1rem;margin:1rem 0 .25rem}.week ul{list-style:none;margin:0;padding:0}
.week li{padding:.5rem 0;border-top:1px solid var(--rule)}.week li>:not(.status){display:block}.week .hour{display:none}
.week .now h2{text-decoration:underline}.week .status{white-space:normal;font-size:.875rem}.week .status::before{align-self:center}
@media(min-width:64rem){.week{display:grid;grid-template-columns:5.5rem repeat(7,minmax(0,1fr));grid-template-rows:repeat(${hours + 1},auto)}
.week section{grid-row:1/span ${hours + 1};display:grid;grid-template-rows:subgrid;align-content:start;border-left:1px solid var(--rule);padding:0 .5rem;min-width:0}
.week .hour{display:block;grid-column:1/-1;border-top:1px solid var(--rule);margin:0;padding-top:.25rem;min-height:2.5rem}
.week header,.week ul{min-width:0}.week header{grid-row:1}.week h2{margin:.25rem 0}.week li{border-top:0;padding:.25rem 0 .5rem;overflow-wrap:anywhere}
.week li+li{border-top:1px dashed var(--rule)}.week section{grid-column-end:span 1}.week .none{display:none}
${rows.join('')}${Array.from({ length: 7 }, (_, n) => `.week .d${n}{grid-column:${n + 2}}`).join('')}}`
}
