package org.hybridlab.cli.support;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/** A stream that remembers a failed write, which a PrintWriter would hide. */
public final class ResultStream extends FilterOutputStream {
    private static final String READER_LEFT = "Broken pipe";

    private String loss;

    public ResultStream(OutputStream to) {
        super(to);
    }

    public static ResultStream standardOutput() {
        return new ResultStream(new FileOutputStream(FileDescriptor.out));
    }

    @Override
    public void write(int character) throws IOException {
        write(new byte[] {(byte) character}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            loss = loss == null ? String.valueOf(e.getMessage()) : loss;
            throw e;
        }
    }

    /** Why the result was not written. A reader that stops early, such as `head`, is no failure. */
    public Optional<String> loss() {
        return Optional.ofNullable(loss).filter(why -> !why.contains(READER_LEFT));
    }
}
