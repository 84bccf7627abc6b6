/** Named by the types of structured-headers; no value of it is handed to or from this package. */
type BufferSource = ArrayBuffer | ArrayBufferView;
