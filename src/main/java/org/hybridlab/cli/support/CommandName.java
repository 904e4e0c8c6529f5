package org.hybridlab.cli.support;

import java.util.Arrays;
import java.util.List;

import org.hybridlab.common.text.EnumIds;

/**
 * Every command with its line of {@code hybridlab --help}, in that order. Separate from the command classes, so that
 * the page loads none of them.
 */
public enum CommandName {
    INIT("Write a lab file to begin with"),
    LIST("List labs, and where they are up"),
    VALIDATE("Say what is wrong with a lab file"),
    GRAPH("Draw a lab as Mermaid, Graphviz, SVG or HTML"),
    SCHEMA("Print the JSON Schema of lab files"),
    PLAN("Show what up would do, and why"),
    RENDER("Write the files of a lab without starting anything"),
    UP("Bring a lab up and check it"),
    STATUS("Show the machines and nodes of a lab as they are now"),
    CHECK("Judge the checks of a lab that is up"),
    OPEN("Open an app of a lab in the browser"),
    SSH("Open a shell in a machine, or run one command there"),
    EXEC("Run a command in all or some machines"),
    CP("Copy files to or from a machine"),
    LOGS("Show what the units of a machine say"),
    DIAGNOSE("Say why a lab does not work, and what to do"),
    KUBECTL("Run kubectl against a lab"),
    KUBECONFIG("Print, export or merge the kubeconfig of a lab"),
    DRAIN("Move the pods off a machine"),
    UNCORDON("Let pods into a machine again"),
    REPLACE("Make machines of a lab again, one at a time"),
    HALT("Switch the machines of a lab off"),
    SUSPEND("Freeze the machines of a lab"),
    RESUME("Let a suspended lab go on, and check it"),
    IMAGE("Load, list and remove images of a lab"),
    SNAPSHOT("Save, list and delete states of a lab"),
    RESET("Set a lab back to a saved state, and check it"),
    DESTROY("Remove what up made"),
    DOCTOR("Say what this host can run and what it lacks"),
    SETUP("Install what this host lacks"),
    BUNDLE("List, get, verify, export and import what labs need from outside"),
    BOX("Build, package, list and remove the boxes that machines start from"),
    CACHE("List and clean what hybridlab keeps to be fast"),
    COMPLETION("Print the completion script of bash, zsh or fish"),
    HELP("Show the help of a command"),
    VERSION("Print the version");

    private final String summary;

    CommandName(String summary) {
        this.summary = summary;
    }

    public static List<String> ids() {
        return Arrays.stream(values()).map(CommandName::id).toList();
    }

    public String id() {
        return EnumIds.of(this);
    }

    public String summary() {
        return summary;
    }
}
