package org.hybridlab.bench;

/** The least that a JVM can do. */
public final class HelloWorld {
    private HelloWorld() {
    }

    public static void main(String[] arguments) {
        System.out.println("Hello, world");
    }
}
