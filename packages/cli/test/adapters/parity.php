<?php
require __DIR__ . '/adapter.php';

serve(function (string $octets, string $agent, string $url): bool {
    if ($octets === '') {
        throw new InvalidArgumentException("no octets \xff");
    }
    return array_sum(unpack('C*', $octets . $agent . $url)) % 2 === 0;
});
