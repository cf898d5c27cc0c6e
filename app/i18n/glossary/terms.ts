/** One word of the product, in each language, and what is not said in its place. */
export interface Term {
  en: string
  my: string
  /** Found by itself in a sentence of that language, it is a mistake. Small letters stand for both cases. */
  not?: { en?: RegExp; my?: RegExp }
}

/**
 * The words on which the two languages have settled, so that one thing has one name on every page, paper and mail.
 * Malay follows the usage of offices and banks (Dewan Bahasa dan Pustaka, PayNet's FPX pages), not the dictionary alone.
 * A test holds every sentence against it.
 */
export const glossary: readonly Term[] = [
  { en: 'operator', my: 'pengendali', not: { my: /\boperator\b/i } },
  { en: 'owner', my: 'pemilik', not: { en: /\bsuper-?admin/i, my: /\bsuper-?admin|pentadbir utama/i } },
  {
    en: 'e-mail',
    my: 'e-mel',
    not: { en: /\bemails?\b/i, my: /\bemel\b|e-?mel(kan|lah)|\bemail\b|(?<!peti |e-)\bmel\b/i },
  },
  { en: 'sign in', my: 'log masuk', not: { en: /\blog(ged)? in\b/i, my: /dilog masuk|daftar masuk/i } },
  { en: 'sign-in log', my: 'rekod log masuk' },
  { en: 'digit', my: 'digit', not: { my: /\b(enam|dan|atau|,) angka\b/i } },
  { en: 'details', my: 'butiran', not: { my: /\bperincian\b/i } },
  // as banks and LHDN print them: one sum of money, and several added up
  { en: 'amount', my: 'amaun' },
  {
    en: 'family code',
    my: 'kod keluarga',
    not: { en: /\bfamily (reference|number)\b/i, my: /\b(rujukan|nombor) keluarga\b/i },
  },
  // a state is Negeri
  { en: 'status', my: 'status', not: { en: /\bby state\b/i, my: /\b(mengikut|tukar) keadaan\b|^keadaan$/i } },
  { en: 'total', my: 'jumlah' },
  { en: 'attempt', my: 'percubaan', not: { en: /\btries\b/i, my: /\bcubaan\b/i } },
  { en: 'payment gateway', my: 'gerbang pembayaran', not: { my: /\bget laluan\b/i } },
  { en: 'payout', my: 'bayaran keluar', not: { my: /pembayaran keluar|pengeluaran wang/i } },
  {
    en: 'cancellation request',
    my: 'permohonan pembatalan',
    not: {
      en: /\brequests? to cancel\b(?! ·)|\bcancelling\b/i,
      my: /permintaan (batal|membatalkan)/i,
    },
  },
  {
    en: 'your account has not been debited',
    my: 'akaun anda tidak didebit',
    not: { my: /tiada wang ditolak/i },
  },
  { en: 'automatically', my: 'secara automatik', not: { my: /dengan sendiri(nya)?\b/i } },
  { en: 'encrypted', my: 'disulitkan', not: { my: /diselamatkan/i } },
  { en: 'background process', my: 'proses latar', not: { my: /\bpekerja\b/i } },
  { en: 'created', my: 'diwujudkan', not: { my: /\b(dicipta|mencipta|cipta)\b/i } },
  { en: 'not found', my: 'tidak dijumpai', not: { my: /\bditemui\b/i } },
  { en: 'Seller Exchange', my: 'Seller Exchange', not: { my: /\bbursa\b/i } },
  { en: 'needs review', my: 'perlu disemak', not: { en: /needs a (person|look)/i } },
  { en: 'was due', my: 'sepatutnya dibayar', not: { en: /was to be paid/i } },
  {
    en: 'computer-generated',
    my: 'dijana oleh komputer',
    not: { en: /made by computer/i, my: /cetakan komputer/i },
  },
  {
    en: 'type (into a field)',
    my: 'masukkan',
    not: { my: /\bberi (alamat|nombor|tarikh|jumlah|kod|kata laluan)\b|(?<!tersalah )\btaip\b/i },
  },
  { en: 'payment', my: 'bayaran', not: { my: /(?<!gerbang )\bpembayaran\b/i } },
  { en: 'link', my: 'pautan', not: { my: /\blink\b/i } },
  { en: 'organisation', my: 'organisasi', not: { my: /\bentiti\b/i } },
  { en: 'staff', my: 'kakitangan', not: { my: /\bstaf\b/i } },
  { en: 'trainer', my: 'pengajar', not: { my: /tenaga pengajar/i } },
  { en: 'the bank’s page', my: 'halaman bank', not: { my: /\blaman bank\b/i } },
  { en: 'fingerprint', my: 'cap jari', not: { my: /\bcap\b(?! jari)/i } },
  // an entry of the log is a catatan, and so is a remark that is printed
  {
    en: 'note',
    my: 'nota',
    not: { my: /\b(tambah|simpan) catatan\b|\bcatatan (telah disimpan|pada pengecualian)/i },
  },
  { en: 'undo', my: 'buat asal', not: { my: /diundur/i } },
  { en: 'reason for saying no', my: 'sebab penolakan', not: { my: /^mengapa tidak\b/i } },
  { en: 'confirm that it is you', my: 'sahkan identiti anda', not: { my: /bahawa ini (ialah )?anda/i } },
  {
    en: 'whether it is genuine',
    my: 'sahkan ketulenan',
    not: { my: /\badakah (ia|\S+ ini|\[\w+\] ini) tulen/i },
  },
  {
    en: 'received with thanks',
    my: 'diterima dengan ucapan terima kasih',
    not: { my: /dengan terima kasih/i },
  },
  // of a page or a step: what moves is a car
  { en: 'is kept up to date', my: 'dikemas kini', not: { my: /\bbergerak\b/i } },
  // accounting, as the Malaysian accounting packages have it
  { en: 'invoice', my: 'invois' },
  { en: 'receipt', my: 'resit' },
  { en: 'credit note', my: 'nota kredit' },
  { en: 'refund', my: 'bayaran balik' },
  { en: 'reversed', my: 'dibalikkan' },
  { en: 'credited', my: 'nota kredit bagi' },
  { en: 'due date', my: 'tarikh akhir' },
  { en: 'outstanding', my: 'tertunggak' },
  { en: 'balance', my: 'baki' },
  { en: 'instalment plan', my: 'pelan ansuran' },
  { en: 'statement of account', my: 'penyata akaun' },
  // banking, as Malaysian banks and PayNet print it
  { en: 'FPX fee', my: 'caj FPX', not: { my: /\bfi\b/i } },
  { en: 'bank transfer', my: 'pindahan bank' },
  { en: 'account holder', my: 'pemegang akaun' },
  { en: 'chargeback', my: 'caj balik' },
  { en: 'bank statement', my: 'penyata bank' },
  { en: 'reference', my: 'rujukan' },
  // tax, as LHDN prints it
  { en: 'tax', my: 'cukai' },
  { en: 'Tax Identification Number', my: 'Nombor Pengenalan Cukai' },
  // school, as school offices say it
  { en: 'student', my: 'pelajar' },
  { en: 'parent', my: 'penjaga', not: { my: /\bibu bapa kedua\b/i } },
  { en: 'class', my: 'kelas' },
  { en: 'branch', my: 'cawangan' },
  { en: 'fee', my: 'yuran' },
  { en: 'optional', my: 'tidak wajib', not: { my: /\(pilihan\)/i } },
]
