/**
 * What the validators say, in English and Malay; `{0}` stands for what they say it about. Codes that the portal has published
 * or that were seen live stand first; those below are this sandbox's own, where the portal's are not known.
 */
export const FAULTS = {
  CF321: [
    'Issuance date time value of the document is too old or in the future - {0}',
    'Nilai tarikh dan masa pengeluaran dokumen terlalu lama atau pada masa hadapan - {0}',
  ],
  CF333: ['Name is not valid - BUYER', 'Nama tidak sah - PEMBELI'],
  CF334: ['Name is not valid - SUPPLIER', 'Nama tidak sah - PEMBEKAL'],
  CF336: ['Country is required - SUPPLIER', 'Negara diperlukan - PEMBEKAL'],
  CF337: ['Country is required - BUYER', 'Negara diperlukan - PEMBELI'],
  CF339: ['City is required - SUPPLIER', 'Bandar diperlukan - PEMBEKAL'],
  CF340: ['City is required - BUYER', 'Bandar diperlukan - PEMBELI'],
  CF342: ['State is required - SUPPLIER', 'Negeri diperlukan - PEMBEKAL'],
  CF343: ['State is required - BUYER', 'Negeri diperlukan - PEMBELI'],
  CF345: [
    'Address Line {1} maximum length is 150 characters. (Count: {2}) - {0}',
    'Panjang maksimum baris alamat {1} ialah 150 aksara. (Bilangan: {2}) - {0}',
  ],
  CF346: [
    'Address Line {1} maximum length is 150 characters. (Count: {2}) - {0}',
    'Panjang maksimum baris alamat {1} ialah 150 aksara. (Bilangan: {2}) - {0}',
  ],
  CF348: ['Contact number is required - SUPPLIER', 'Nombor telefon diperlukan - PEMBEKAL'],
  CF349: ['Contact number is required - BUYER', 'Nombor telefon diperlukan - PEMBELI'],
  CF364: ['Line classification is required', 'Klasifikasi baris diperlukan'],
  CF378: ['Invoice currency code is required', 'Kod mata wang invois diperlukan'],
  CF401: [
    'Enter valid identification number - SUPPLIER {0}',
    'Masukkan nombor pengenalan yang sah - PEMBEKAL {0}',
  ],
  CF403: ['Enter valid e-mail - SUPPLIER {0}', 'Masukkan e-mel yang sah - PEMBEKAL {0}'],
  CF404: ['Enter valid e-mail - BUYER {0}', 'Masukkan e-mel yang sah - PEMBELI {0}'],
  CF407: [
    'Enter valid TTX registration number - {0}',
    'Masukkan nombor pendaftaran cukai pelancongan yang sah - {0}',
  ],
  CF410: ['Enter valid phone number - SUPPLIER {0}', 'Masukkan nombor telefon yang sah - PEMBEKAL {0}'],
  CF414: [
    'Enter valid identification number - BUYER {0}',
    'Masukkan nombor pengenalan yang sah - PEMBELI {0}',
  ],
  CF415: ['Enter valid phone number - BUYER {0}', 'Masukkan nombor telefon yang sah - PEMBELI {0}'],
  CV302: ['ItemCode {0} does not exist in CodeType {1}', 'Kod item {0} tidak wujud dalam jenis kod {1}'],
  CV316: ['State Codes 01–16 must be restricted to MYS only - {0}', 'Kod negeri 01–16 hanya untuk MYS - {0}'],
  DC501: [
    'Tax Amount currency code is not same as TaxCurrencyCode',
    'Kod mata wang amaun cukai tidak sama dengan TaxCurrencyCode',
  ],
  DC502: [
    'If the document currency is {0}, all currency codes for amounts should also be {0}',
    'Jika mata wang dokumen ialah {0}, semua kod mata wang amaun juga mesti {0}',
  ],
  DC511: [
    'Exchange rate is required where the document currency is {0}',
    'Kadar pertukaran diperlukan apabila mata wang dokumen ialah {0}',
  ],
  DC512: [
    'Exchange rate must be from the document currency {0} to MYR',
    'Kadar pertukaran mesti daripada mata wang dokumen {0} kepada MYR',
  ],
  DR303: [
    'The status of referenced document uuid {0} is {1}',
    'Status dokumen rujukan dengan uuid {0} ialah {1}',
  ],
  DV302: [
    'Duplicated submitted document with UUID {0} where the values of configured attributes match with values for the document with UUID: {1}',
    'Dokumen dengan UUID {0} diserahkan dua kali: nilai atribut yang ditetapkan sama dengan dokumen UUID: {1}',
  ],
  DS302: [
    'Duplicated submitted document with UUID {0} where the values of configured attributes match with values for the document with UUID: {1}',
    'Dokumen dengan UUID {0} diserahkan dua kali: nilai atribut yang ditetapkan sama dengan dokumen UUID: {1}',
  ],
  ERR205: ['Where general TIN is provided, NA is not allowed', 'NA tidak dibenarkan apabila TIN am diberi'],
  ERR206: ['NRIC/ARMY mismatch or not exist in HITS', 'NRIC/ARMY tidak sepadan atau tidak wujud dalam HITS'],
  ERR208: [
    'General TIN (020) is not applicable for foreign supplier',
    'TIN am (020) tidak terpakai untuk pembekal asing',
  ],
  ERR236: [
    'Where General TIN (010) and ID Type BRN/NRIC = NA, applicable for Classification Code 004 only',
    'Apabila TIN am (010) dan jenis ID BRN/NRIC = NA, hanya kod klasifikasi 004 terpakai',
  ],
  ERR237: [
    "Buyer's details cannot be general TIN (010) for issuance of individual e-Invoice",
    'Butiran pembeli tidak boleh TIN am (010) bagi pengeluaran e-Invois individu',
  ],
  ERR406: [
    'Buyer TIN is invalid. Kindly use the Search TIN function to get the correct TIN',
    'TIN pembeli tidak sah. Sila gunakan fungsi Carian TIN untuk mendapatkan TIN yang betul',
  ],
  DS300: ['The signature could not be read.', 'Tandatangan tidak dapat dibaca.'],
  DS301: ['Signature not found.', 'Tandatangan tidak ditemui.'],
  DS303: ['Signing time not found.', 'Masa tandatangan tidak ditemui.'],
  DS304: [
    'Signing time is outside the validity of the certificate.',
    'Masa tandatangan di luar tempoh sah sijil.',
  ],
  DS305: ['The certificate is not valid: {0}.', 'Sijil tidak sah: {0}.'],
  DS306: ['Certificate SERIALNUMBER is empty.', 'SERIALNUMBER sijil kosong.'],
  DS307: ['Certificate organization identifier is empty.', 'Pengecam organisasi sijil kosong.'],
  DS309: [
    'A personal certificate is not allowed for submission by ERP.',
    'Sijil peribadi tidak dibenarkan untuk penyerahan melalui ERP.',
  ],
  DS310: [
    'The signer is not the submitter of the document (SERIALNUMBER).',
    'Penandatangan bukan penyerah dokumen (SERIALNUMBER).',
  ],
  DS311: [
    'Signer of the document does not match the submitter: TIN does not match organization identifier of the certificate.',
    'Penandatangan dokumen tidak sepadan dengan penyerah: TIN tidak sama dengan pengecam organisasi sijil.',
  ],
  DS312: [
    'Signer of the document does not match the submitter: registration number does not match SERIALNUMBER of the certificate.',
    'Penandatangan dokumen tidak sepadan dengan penyerah: nombor pendaftaran tidak sama dengan SERIALNUMBER sijil.',
  ],
  DS313: ['The digest method of the certificate is not SHA-256.', 'Kaedah digest sijil bukan SHA-256.'],
  DS314: [
    'The digest method of the signed properties is not SHA-256.',
    'Kaedah digest ciri bertandatangan bukan SHA-256.',
  ],
  DS315: ['The digest method of the document is not SHA-256.', 'Kaedah digest dokumen bukan SHA-256.'],
  DS317: ['Certificate digest value not found.', 'Nilai digest sijil tidak ditemui.'],
  DS318: [
    "Certificate digest value doesn't match the certificate.",
    'Nilai digest sijil tidak sepadan dengan sijil.',
  ],
  DS319: ['Signed properties digest value not found.', 'Nilai digest ciri bertandatangan tidak ditemui.'],
  DS320: [
    "Signed properties digest value doesn't match digest calculated value.",
    'Nilai digest ciri bertandatangan tidak sepadan dengan nilai yang dikira.',
  ],
  DS321: ['Document digest value not found.', 'Nilai digest dokumen tidak ditemui.'],
  DS322: [
    "Document digest value doesn't match digest calculated value from existing document content. Document content might have changed.",
    'Nilai digest dokumen tidak sepadan dengan nilai yang dikira daripada kandungan dokumen. Kandungan dokumen mungkin telah berubah.',
  ],
  DS323: ['The signature method is not RSA with SHA-256.', 'Kaedah tandatangan bukan RSA dengan SHA-256.'],
  DS324: ['Certificate issuer name not found.', 'Nama pengeluar sijil tidak ditemui.'],
  DS325: ['Certificate serial number not found.', 'Nombor siri sijil tidak ditemui.'],
  DS326: [
    "Certificate issuer name doesn't match the issuer of the certificate.",
    'Nama pengeluar tidak sepadan dengan pengeluar sijil.',
  ],
  DS327: ['Certificate serial number could not be read.', 'Nombor siri sijil tidak dapat dibaca.'],
  DS328: [
    "Certificate serial number doesn't match the certificate.",
    'Nombor siri tidak sepadan dengan sijil.',
  ],
  DS329: ['The certificate chain is not trusted.', 'Rantaian sijil tidak dipercayai.'],
  DS332: ['Signature value is empty.', 'Nilai tandatangan kosong.'],
  DS333: ['Signature value does not verify.', 'Nilai tandatangan gagal disahkan.'],
  DS336: ['Signing time is not in the right format.', 'Format masa tandatangan tidak betul.'],

  // the sandbox's own
  CF301: ['e-Invoice number must have 1 to 50 characters', 'Nombor e-Invois mesti 1 hingga 50 aksara'],
  CF302: ['e-Invoice type {0} is not valid', 'Jenis e-Invois {0} tidak sah'],
  CF303: ['e-Invoice version {0} is not valid', 'Versi e-Invois {0} tidak sah'],
  CF304: [
    'Issue date and time must be in UTC, YYYY-MM-DD and HH:mm:ssZ',
    'Tarikh dan masa pengeluaran mesti dalam UTC, YYYY-MM-DD dan HH:mm:ssZ',
  ],
  CF305: ['The number beside the document is another: {0}', 'Nombor di sisi dokumen tidak sama: {0}'],
  CF330: ['MSIC code and business activity are required', 'Kod MSIC dan aktiviti perniagaan diperlukan'],
  CF351: ['Enter valid TIN - SUPPLIER {0}', 'Masukkan TIN yang sah - PEMBEKAL {0}'],
  CF352: ['Enter valid TIN - BUYER {0}', 'Masukkan TIN yang sah - PEMBELI {0}'],
  CF353: ['Enter valid postal code - {0}', 'Masukkan poskod yang sah - {0}'],
  CF354: [
    'Enter valid city name of at most 50 characters - {0}',
    'Nama bandar paling banyak 50 aksara - {0}',
  ],
  CF406: ['Enter valid SST registration number - {0}', 'Masukkan nombor pendaftaran SST yang sah - {0}'],
  CF408: ['Address line 1 is required - {0}', 'Baris alamat 1 diperlukan - {0}'],
  CF420: [
    'Passport number maximum length is 12 characters. (Count: {1}) - {0}',
    'Panjang maksimum nombor pasport ialah 12 aksara. (Bilangan: {1}) - {0}',
  ],
  CF430: [
    'Line description must have 1 to 300 characters. (Count: {0})',
    'Keterangan baris mesti 1 hingga 300 aksara. (Bilangan: {0})',
  ],
  CF431: ['{0} is required', '{0} diperlukan'],
  CF432: ['Tax exemption reason is required', 'Sebab pengecualian cukai diperlukan'],
  CF433: ['A referenced e-Invoice is required in notes', 'Rujukan e-Invois asal diperlukan dalam nota'],
  CF440: ['Numbers must not have an exponent', 'Nombor tidak boleh mengandungi eksponen'],
  CF441: [
    '{0} maximum length is 26 digits. (Count: {1})',
    'Panjang maksimum {0} ialah 26 digit. (Bilangan: {1})',
  ],
  CF442: ['Total payable amount must not be zero', 'Jumlah perlu dibayar tidak boleh kosong'],
  CV317: [
    'State code 17 is not applicable for MYS unless consolidated - {0}',
    'Kod negeri 17 tidak terpakai untuk MYS kecuali disatukan - {0}',
  ],
  DC513: ['Exchange rate is not applicable for MYR', 'Kadar pertukaran tidak terpakai untuk MYR'],
  DR301: ['Referenced document uuid {0} does not exist', 'Dokumen rujukan dengan uuid {0} tidak wujud'],
  DR304: [
    'Referenced document uuid {0} is of another kind of e-Invoice',
    'Dokumen rujukan dengan uuid {0} ialah jenis e-Invois yang lain',
  ],
  ERR207: ['BRN mismatch or not exist', 'Nombor pendaftaran tidak sepadan atau tidak wujud'],
  ERR209: ['General TIN (030) is not applicable for buyer', 'TIN am (030) tidak terpakai untuk pembeli'],
  ERR210: ['PASSPORT mismatch or not exist', 'Nombor pasport tidak sepadan atau tidak wujud'],
  ERR211: [
    'Supplier TIN is invalid. Kindly use the Search TIN function to get the correct TIN',
    'TIN pembekal tidak sah. Sila gunakan fungsi Carian TIN untuk mendapatkan TIN yang betul',
  ],
  ERR238: [
    'Classification code 004 is for consolidated e-Invoices only',
    'Kod klasifikasi 004 hanya untuk e-Invois disatukan',
  ],
  ERR239: [
    'General TIN (020) is not applicable for NRIC holders; use 010',
    'TIN am (020) tidak terpakai untuk pemegang NRIC; guna 010',
  ],
} as const satisfies Record<string, readonly [string, string]>

export type FaultCode = keyof typeof FAULTS

/** One thing that is wrong: its code, what the sentence is about, where. */
export interface Found {
  code: FaultCode
  about: readonly (string | number)[]
  /** As the portal names the property, such as `CustomerTin`. */
  property: string
  path: string
}

export const found = (
  code: FaultCode,
  property: string,
  path: string,
  ...about: readonly (string | number)[]
): Found => ({ code, about, property, path })

const filled = (text: string, about: Found['about']) =>
  text.replace(/ ?\{(\d)\}/g, (whole, index: string) => {
    const value = about[Number(index)]
    return value === undefined || value === '' ? '' : `${whole.startsWith(' ') ? ' ' : ''}${value}`
  })

export function sentences({ code, about }: Found): { en: string; ms: string } {
  const [en, ms] = FAULTS[code]
  return { en: filled(en, about), ms: filled(ms, about) }
}
