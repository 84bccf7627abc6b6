<?php
/** `robots conformance` for a reader in PHP: one JSON object a line in, one a line out. */

/** Answers with $ask(octets, agent, url), true where the URL is allowed; what it throws is an answer, too. */
function serve(callable $ask): void
{
    while (($line = fgets(STDIN)) !== false) {
        $question = json_decode($line, flags: JSON_THROW_ON_ERROR);
        $reply = ['id' => $question->id];
        try {
            $reply['allow'] = (bool) $ask(base64_decode($question->robotsBase64), $question->agent, $question->url);
        } catch (Throwable $error) {
            $reply['error'] = ['code' => $error::class, 'message' => $error->getMessage()];
        }
        echo json_encode($reply, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
    }
}
