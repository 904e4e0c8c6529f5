package org.hybridlab.artifact.bundle;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Writes a body to a file as it comes, so that a broken connection keeps it. */
final class FileBodySubscriber implements HttpResponse.BodySubscriber<Void>, AutoCloseable {
    private final CompletableFuture<Void> whole = new CompletableFuture<>();
    private final long largest;
    private final Path path;
    private final FileChannel file;
    private Flow.Subscription subscription;
    private long length;

    /** @param largest limit in bytes */
    FileBodySubscriber(Path file, boolean append, long largest) throws IOException {
        this.largest = largest;
        this.path = file;
        this.file = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                append ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING);
        this.length = this.file.size();
    }

    synchronized long length() {
        return length;
    }

    @Override
    public CompletionStage<Void> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription begun) {
        subscription = begun;
        begun.request(Long.MAX_VALUE);
    }

    @Override
    public synchronized void onNext(List<ByteBuffer> parts) {
        for (ByteBuffer part : parts) {
            length += part.remaining();
            if (length > largest) {
                fail(new IOException("it is longer than %d bytes".formatted(largest)));
                return;
            }
            try {
                while (file.isOpen() && part.hasRemaining()) {
                    file.write(part);
                }
            } catch (IOException e) {
                fail(CacheFolder.notWritable(path, e));
                return;
            }
        }
    }

    private void fail(Exception failure) {
        subscription.cancel();
        whole.completeExceptionally(failure);
    }

    @Override
    public void onError(Throwable failure) {
        whole.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        whole.complete(null);
    }

    /** Later bytes are dropped, since another attempt writes the file. */
    @Override
    public synchronized void close() throws IOException {
        file.close();
    }
}
