package org.hybridlab.diagnose;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** The end of a log of any length. */
final class FileEnd {
    private FileEnd() {
    }

    static byte[] of(Path file, int largest) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file);
             InputStream in = Channels.newInputStream(channel.position(Math.max(0, channel.size() - largest)))) {
            return in.readNBytes(largest);
        }
    }
}
