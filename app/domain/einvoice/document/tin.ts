export { generalTins, isGeneralTin, isTin, normalizeTin } from '#app/domain/core/contact/tin.ts'
