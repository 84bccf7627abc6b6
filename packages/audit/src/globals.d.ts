/** The types of structured-headers mention this type. This package neither passes nor receives such a value. */
type BufferSource = ArrayBuffer | ArrayBufferView;
