"""Long runs: a server under load for minutes, formats fed what a fuzzer finds."""
