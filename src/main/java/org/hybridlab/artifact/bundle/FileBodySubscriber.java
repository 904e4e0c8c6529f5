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

/** A body that goes into a file as it comes, so that what came stays when the connection breaks. */
final class FileBodySubscriber implements HttpResponse.BodySubscriber<Void>, AutoCloseable {
    private final CompletableFuture<Void> whole = new CompletableFuture<>();
    private final long largest;
    private final Path path;
    private final FileChannel file;
    private Flow.Subscription subscription;
    private long length;

    /** @param largest bytes that the file may have */
    FileBodySubscriber(Path file, boolean append, long largest) throws IOException {
        this.largest = largest;
        this.path = file;
        this.file = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                append ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING);
        this.length = this.file.size();
    }

    /** Bytes in the file. */
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

    /** What comes later is not for the file any more, which another attempt writes by then. */
    @Override
    public synchronized void close() throws IOException {
        file.close();
    }
}
