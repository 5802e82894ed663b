export { certificateOf, certificateText, type CertificateInput } from './certificate.ts';
export { changesBetween } from './compare.ts';
