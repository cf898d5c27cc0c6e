/**
 * Every code that FPX documents for `fpx_debitAuthCode`, with what the product makes of it:
 * `code class reason [follow-up]`. From PayNet's response-code page, which payex.io and two public packages repeat;
 * the class and the reason are ours. What each code means in words is in i18n, `fpx.code.<code>`.
 *
 * Follow-ups: `requery` = ask FPX once more before believing it; `review` = somebody must look, money may have moved.
 */
export const CODE_TABLE = `
00 paid paid
09 pending pending
99 awaiting_approval awaiting_approval

03 config_error setup
05 config_error setup
12 failed declined
13 failed declined
14 failed account
20 unknown checking requery
30 config_error setup
31 failed bank
39 failed declined
45 duplicate duplicate requery
46 config_error setup
47 config_error setup
48 failed limit
49 failed limit
50 config_error setup
51 failed funds
53 failed account
57 failed not_permitted
58 failed not_permitted
70 failed declined
76 unknown not_found requery
77 failed buyer_name
78 config_error setup
79 failed bank_down
80 cancelled cancelled
83 config_error setup
84 config_error setup
85 failed bank_error requery
87 failed bank_error requery review
88 review review review
89 review review review
90 failed bank_down
92 failed bank
96 unknown checking requery
98 config_error setup
BB failed bank_down
BC cancelled cancelled

DA failed declined
DB failed buyer_email
DC failed declined
DD failed declined
DE failed declined
DF failed declined

FE unknown checking requery
OE failed closed
OF unknown checking requery
SB config_error setup
XA config_error setup
XB config_error setup
XC config_error setup
XE config_error setup
XF config_error setup
XI config_error setup
XM config_error setup
XN duplicate duplicate requery
XO duplicate duplicate requery
XS config_error setup
XT config_error setup
XW config_error setup

1A timed_out timed_out
1D timed_out timed_out
1G timed_out timed_out
1J timed_out timed_out
1M timed_out timed_out
1B failed details
1E failed details
1H failed details
1K failed details
1C cancelled cancelled
1F cancelled cancelled
1I cancelled cancelled
1L cancelled cancelled
2A failed minimum
2X cancelled merchant_cancelled

1S refund checking
OO refund checking
B0 refund checking
B1 refund checking
B2 refund checking
B3 refund checking
B4 refund checking
B5 refund checking
B6 refund checking
B7 refund checking
B8 refund checking
B9 refund checking
C1 refund checking
C2 refund checking
C3 refund checking
C4 refund checking
C5 refund checking
`
